import type { QueryClient } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { makeApi, type Send } from '#contract/client.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { StaticRouter } from '#web/navigation/router.tsx'
import type { Head } from '#web/page.ts'
import type { RuntimeSettings } from '#web/settings.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'
import { App } from './app.tsx'
import type { PageData } from './page-data.ts'
import { headOf } from './page-head.ts'
import { createQueryClient } from './query-client.ts'
import { findPage, loadPage } from './routes.ts'

export type Rendered =
  | { redirect: string }
  | {
      head: Head & { title: string }
      body: string
      data: PageData
      file: string
      canonical: string
      isPrivate: boolean
    }

/** Renders one page as a visitor without a token sees it; private pages as their shell alone. */
export async function render(
  address: string,
  send: Send,
  settings: RuntimeSettings,
  now: Date,
): Promise<Rendered> {
  const url = new URL(address, settings.publicUrl)
  const page = findPage(url.pathname)
  if ('redirect' in page) return { redirect: page.redirect }
  const component = await loadPage(page)
  const api = makeApi(() => send)
  const today = todayInLondon(now)
  const queryClient = createQueryClient()
  const context = { url, api, today }
  const queries = page.needsSignIn ? [] : (page.data?.(context) ?? [])
  await Promise.all([siteSettingsQuery(api), ...queries].map(query => queryClient.prefetchQuery(query)))
  const { prelude } = await prerender(
    <StaticRouter url={url}>
      <App api={api} queryClient={queryClient} settings={settings} today={today} />
    </StaticRouter>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const head = await headOf(page, context, queryClient, settings)
  return {
    head,
    body: await new Response(prelude).text(),
    data: { today, answers: answersOf(queryClient) },
    file: fileOf(component.name),
    canonical: head.canonical ?? page.path,
    isPrivate: page.needsSignIn === true || head.isPrivate === true,
  }
}

/** Nothing of when they were asked: a page that says the same is the same, byte by byte. */
const answersOf = (queryClient: QueryClient): PageData['answers'] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(query => query.state.status === 'success')
    .map(query => [query.queryKey, query.state.data])

/** `HomePage` lives in home-page.tsx: a component's file is named after it. */
const fileOf = (component: string) =>
  `${component.replace(/(?<!^)[A-Z]/g, letter => `-${letter}`).toLowerCase()}.tsx`
