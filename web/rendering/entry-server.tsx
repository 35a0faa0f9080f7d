import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { makeApi } from '#contract/client.ts'
import { todayInLondon } from '#domain/calendar.ts'
import type { InlinePicture } from '#web/narrower-pictures.ts'
import { StaticRouter } from '#web/navigation/router.tsx'
import { InlinePictureProvider } from '#web/opening-picture.tsx'
import { loadPage } from '#web/page-view.tsx'
import { imageAddress } from '#web/settings.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'
import { App } from './app.tsx'
import type { PageData } from './page-data.ts'
import { headOf } from './page-head.ts'
import { createQueryClient } from './query-client.ts'
import type { Renderer } from './render.ts'
import { findPage, pages } from './routes.ts'

/** Fetches a page's data as a visitor without a token sees it; private pages get none. */
export const ask: Renderer['ask'] = async ({ url: asked, callInProcess, inlinePicture, settings, now }) => {
  // Joined as text: a relative '//elsewhere' would lead to another site.
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
    const body = await drawBody(
      <StaticRouter url={url}>
        <InlinePictureProvider value={readOnce(inlinePicture)}>
          <App api={api} queryClient={queryClient} settings={settings} today={today} />
        </InlinePictureProvider>
      </StaticRouter>,
    )
    const head = await headOf(page, context, queryClient, settings)
    // A page without its own picture is shared with the business's first banner.
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
  // Leaves out when each answer was fetched, so that equal content gives equal bytes.
  const answers = answered.map(({ queryKey, state }): PageData['answers'][number] => [queryKey, state.data])
  return { data: { today, answers }, isComplete: answered.length === all.length, draw }
}

async function drawBody(page: ReactNode): Promise<string> {
  const problems: unknown[] = []
  const { prelude } = await prerenderToNodeStream(page, {
    // Sends the whole page in place: parts that arrive later need an inline script, which the
    // policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    // Without this, React would send a failed part's fallback.
    onError: problem => void problems.push(problem),
  })
  const body = await text(prelude)
  if (problems.length > 0) throw problems[0]
  return body
}

/** Reads each picture once, because `use` needs the same promise when a suspended component is rendered again. */
function readOnce(inlinePicture: InlinePicture): InlinePicture {
  const read = new Map<string, ReturnType<InlinePicture>>()
  return address => {
    const known = read.get(address) ?? inlinePicture(address)
    read.set(address, known)
    return known
  }
}

/**
 * Returns the source file of each page's component, because the table of pages has components and the build needs
 * files.
 */
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
