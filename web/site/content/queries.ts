import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'

const staleTime = 5 * 60_000

export const siteSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['content', 'site'],
    queryFn: () => api.content.siteSettings(),
    staleTime,
  })

export const homeSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['content', 'home'],
    queryFn: () => api.content.homeSettings(),
    staleTime,
  })

export const articlesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['content', 'articles'],
    queryFn: () => api.content.articles(),
    staleTime,
  })
