import type { Page } from '@playwright/test'
import type { Envelope } from '#contract/client.ts'
import type { Call } from '#contract/wire.ts'
import { expect } from './site-test.ts'

type Body = Record<string, unknown>

/** The bodies of what the page sends to one call from now on, as the wire has them. */
export function watchCalls(page: Page, path: string): unknown[] {
  const bodies: unknown[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === `/api/${path}`) bodies.push(request.postDataJSON())
  })
  return bodies
}

export const refusal = (msg: string, code = 0): Envelope => ({ code, msg, data: null })

/** Answers a call in the server's stead, with whatever the journey has in store at that moment. */
export const answerInstead = (page: Page, path: string, answer: () => Envelope): Promise<unknown> =>
  page.route(`**/api/${path}`, route => route.fulfill({ json: answer() }))

/** The call is refused with a sentence, until what is given back is called. */
export async function refuse(page: Page, path: string, msg: string): Promise<() => Promise<void>> {
  await answerInstead(page, path, () => refusal(msg))
  return () => page.unroute(`**/api/${path}`)
}

/** Nothing at such an address comes until what is given back is called. */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** From now on the call answers what it would have, a little changed. */
export async function changeAnswers<Data>(
  page: Page,
  path: string,
  change: (data: Data) => Data,
): Promise<void> {
  const address = `**/api/${path}`
  await page.unroute(address)
  await page.route(address, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: Data }
    const changed = { ...answer, data: change(answer.data) }
    // The journey may have gone on meanwhile, and let the calls through again.
    await route.fulfill({ response, json: changed }).catch(() => undefined)
  })
}

/** What a page asks of the server from now on, by the published path. */
export function listenToCalls(page: Page) {
  const calls: { path: string; body: Body }[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'POST' || !pathname.startsWith('/api/')) return
    calls.push({ path: pathname.slice('/api/'.length), body: (request.postDataJSON() ?? {}) as Body })
  })
  const bodiesOf = (path: string) => calls.filter(call => call.path === path).map(call => call.body)
  return {
    /** Waits until a call was sent with these fields among its own. */
    expectCall: (path: string, body: Body = {}) =>
      expect
        .poll(() => bodiesOf(path), { message: `a call of ${path}` })
        .toContainEqual(expect.objectContaining(body)),
    expectNoCall: (path: string) => expect(bodiesOf(path), `calls of ${path}`).toEqual([]),
  }
}

/** What the server answers to a page's next call of a kind, in our words. */
export async function answerTo<Input, Output>(
  page: Page,
  { path, output }: Call<Input, Output>,
  act: () => Promise<unknown>,
): Promise<Output> {
  const [response] = await Promise.all([page.waitForResponse(`**/api/${path}`), act()])
  return output.decode(((await response.json()) as { data: unknown }).data, '')
}

/** Has the real server answer a list in pages of so many: it, not the page, decides how many (decision A-28). */
export async function givePagesOf(page: Page, path: string, limit: number): Promise<void> {
  await page.route(`**/api/${path}`, route =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as Body), limit }) }),
  )
}
