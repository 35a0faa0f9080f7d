import type { Page, Route } from '@playwright/test'
import type { Envelope } from '#contract/client.ts'
import type { Call } from '#contract/wire.ts'
import { sentences } from '#domain/sentences.ts'
import { expect } from './site-test.ts'

type AnyCall = Call<unknown, unknown>

/** Where a call goes to, for `page.route` and its like. */
export const addressOf = ({ path }: Pick<AnyCall, 'path'>): string => `**/api/${path}`

/** What the page sends to one call from now on, in our words. */
export function watchCalls<Input>(page: Page, { path, input }: Call<Input, unknown>): Input[] {
  const sent: Input[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === `/api/${path}`)
      sent.push(input.decode(request.postDataJSON(), path))
  })
  return sent
}

/** What the page sends in its next call of a kind. */
export async function nextCall<Input>(page: Page, call: Call<Input, unknown>): Promise<Input> {
  const request = await page.waitForRequest(addressOf(call))
  return call.input.decode(request.postDataJSON(), call.path)
}

export const refusal = (msg: string, code = 0): Envelope => ({ code, msg, data: null })

export const success = <Output>({ output }: Call<unknown, Output>, data: Output): Envelope => ({
  code: 1,
  msg: '',
  data: output.encode(data),
})

/** Answers a call in the server's stead, with whatever the journey has in store at that moment. */
export const answerInstead = (
  page: Page,
  call: Pick<AnyCall, 'path'>,
  answer: () => Envelope,
): Promise<unknown> => page.route(addressOf(call), route => route.fulfill({ json: answer() }))

/** A server that is too busy, however often it is asked. */
export const busy = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, headers: { 'retry-after': '0.01' }, json: refusal(sentences.busy) })

/** The call is refused with a sentence, until what is given back is called. */
export async function refuse(
  page: Page,
  call: Pick<AnyCall, 'path'>,
  msg: string,
): Promise<() => Promise<void>> {
  await answerInstead(page, call, () => refusal(msg))
  return () => page.unroute(addressOf(call))
}

/** Nothing at such an address comes until what is given back is called. */
export async function holdBack(page: Page, address: RegExp | string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** From now on the call answers what it would have, a little changed. */
export async function changeAnswers<Output>(
  page: Page,
  call: Call<unknown, Output>,
  change: (data: Output) => Output,
): Promise<void> {
  await page.unroute(addressOf(call))
  await page.route(addressOf(call), async route => {
    const response = await route.fetch()
    const { data } = (await response.json()) as Envelope
    const changed = success(call, change(call.output.decode(data, call.path)))
    // The journey may have gone on meanwhile, and let the calls through again.
    await route.fulfill({ response, json: changed }).catch(() => undefined)
  })
}

/** What a page asks of the server from now on, call by call. */
export function listenToCalls(page: Page) {
  const calls: { path: string; body: unknown }[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'POST' || !pathname.startsWith('/api/')) return
    calls.push({ path: pathname.slice('/api/'.length), body: request.postDataJSON() })
  })
  const sentTo = <Input>({ path, input }: Call<Input, unknown>) =>
    calls.filter(call => call.path === path).map(({ body }) => input.decode(body, path))
  return {
    /** Waits until a call was sent with these values among its own. */
    expectCall: <Input>(call: Call<Input, unknown>, values: Partial<Input> = {}) =>
      expect
        .poll(() => sentTo(call), { message: `a call of ${call.path}` })
        .toContainEqual(expect.objectContaining(values)),
    expectNoCall: (call: AnyCall) => expect(sentTo(call), `calls of ${call.path}`).toHaveLength(0),
  }
}

/** What the server answers to a page's next call of a kind, in our words. */
export async function answerTo<Input, Output>(
  page: Page,
  { path, output }: Call<Input, Output>,
  act: () => Promise<unknown>,
): Promise<Output> {
  const [response] = await Promise.all([page.waitForResponse(addressOf({ path })), act()])
  return output.decode(((await response.json()) as Envelope).data, '')
}

/** Has the real server answer a list in pages of so many: it, not the page, decides how many (decision A-28). */
export async function givePagesOf(page: Page, call: AnyCall, limit: number): Promise<void> {
  await page.route(addressOf(call), route =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), limit }) }),
  )
}

interface NotedCall {
  address: string
  at: number
}
/** Writes down when each call is made, on the page's own clock. */
export const noteCalls = (page: Page) =>
  page.addInitScript(() => {
    const made: NotedCall[] = []
    const { fetch } = window
    Object.assign(window, {
      made,
      fetch: (address: string, init: RequestInit) => {
        made.push({ address, at: Date.now() })
        return fetch.call(window, address, init)
      },
    })
  })

/** When the page made each of these calls. */
export const timesOf = (page: Page, { path }: { path: string }): Promise<number[]> =>
  page.evaluate(
    wanted =>
      (window as unknown as { made: NotedCall[] }).made
        .filter(({ address }) => address.endsWith(wanted))
        .map(({ at }) => at),
    path,
  )
