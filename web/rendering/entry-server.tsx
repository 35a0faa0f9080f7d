import { renderToString } from 'preact-render-to-string'
import { makeApi } from '#contract/client.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { StaticRouter } from '#web/navigation/router.tsx'
import { OpeningPicturesProvider } from '#web/opening-picture.tsx'
import { loadPage } from '#web/page-view.tsx'
import { imageAddress } from '#web/settings.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'
import { App } from './app.tsx'
import type { PageData } from './page-data.ts'
import { headOf } from './page-head.ts'
import { createQueryClient } from './query-client.ts'
import type { Renderer } from './render.ts'
import { findPage, pages } from './routes.ts'

/** Asks for one page as a visitor without a token sees it; private pages are their shell alone. */
export const ask: Renderer['ask'] = async ({ url: asked, callInProcess, inlinePicture, settings, now }) => {
  // Not as relative to it: '//elsewhere' would be another site.
  const url = new URL(settings.publicUrl + asked)
  const page = findPage(url.pathname)
  if ('redirect' in page) return { redirect: page.redirect }
  await loadPage(page)
  const api = makeApi(() => callInProcess)
  const today = todayInLondon(now)
  const queryClient = createQueryClient()
  const context = { url, api, today }
  const isLacked = settings.lacks.includes(page.part ?? '')
  const queries = page.needsSignIn || isLacked ? [] : (page.data?.(context) ?? [])
  await Promise.all([siteSettingsQuery(api), ...queries].map(query => queryClient.prefetchQuery(query)))
  const draw = async () => {
    const openingPictures = new Set<string>()
    let body = renderToString(
      <StaticRouter url={url}>
        <OpeningPicturesProvider value={openingPictures}>
          <App api={api} queryClient={queryClient} settings={settings} today={today} />
        </OpeningPicturesProvider>
      </StaticRouter>,
    )
    for (const address of openingPictures) {
      const inlined = await inlinePicture(address)
      if (inlined) body = body.replace(`${address} `, `${inlined} `)
    }
    const head = await headOf(page, context, queryClient, settings)
    // Shared without a picture of its own, a page shows the business's.
    const [banner] = queryClient.getQueryData(siteSettingsQuery(api).queryKey)?.banners ?? []
    const image = banner && new URL(imageAddress(settings.imageBase, banner), settings.publicUrl).href
    return {
      path: page.path,
      head: { ...head, image: head.image ?? image },
      body,
      canonical: head.canonical ?? page.path,
      isPrivate: page.needsSignIn === true || isLacked || head.isPrivate === true,
    }
  }
  const all = queryClient.getQueryCache().getAll()
  const answered = all.filter(query => query.state.status === 'success')
  // Nothing of when they were asked: a page that says the same is the same, byte by byte.
  const answers = answered.map(({ queryKey, state }): PageData['answers'][number] => [queryKey, state.data])
  return { data: { today, answers }, isComplete: answered.length === all.length, draw }
}

/** The table of pages has their components; the build is asked by their files. */
export const componentFiles: Renderer['componentFiles'] = async () => {
  const files = new Map<unknown, string>()
  const modules = import.meta.glob<Record<string, unknown>>('/web/site/*/*-page.tsx')
  for (const [file, load] of Object.entries(modules)) {
    for (const component of Object.values(await load())) files.set(component, file.slice(1))
  }
  const found: Record<string, string> = {}
  for (const page of pages) {
    const file = files.get(await loadPage(page))
    if (!file) throw new Error(`No file …-page.tsx has the component of ${page.path}`)
    found[page.path] = file
  }
  return found
}
