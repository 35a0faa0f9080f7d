import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'

const staleTime = 5 * 60_000

/** What every page shows of the settings: logos, ways to reach the business. Its long texts are left out. */
export const siteSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['content', 'site'],
    queryFn: async () => {
      const site = await api.content.siteSettings()
      const { logo, footerLogo, banners, twitterUrl, facebookUrl, instagramUrl } = site
      const { contactAddress, contactEmail, contactPhone } = site
      return {
        ...{ logo, footerLogo, banners, twitterUrl, facebookUrl, instagramUrl },
        ...{ contactAddress, contactEmail, contactPhone },
      }
    },
    staleTime,
  })

/** The settings with the long texts: about us, contact, terms … */
export const siteTextsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['content', 'site-texts'],
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
