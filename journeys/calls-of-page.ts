import type { Page, Route } from '@playwright/test'
import type { Envelope } from '#contract/client.ts'
import type { Call } from '#contract/wire.ts'
import { sentences } from '#domain/sentences.ts'
import { expect } from './site-test.ts'

type AnyCall = Call<unknown, unknown>

/** Returns the pattern of a call's address, for `page.route`. */
export const addressOf = ({ path }: Pick<AnyCall, 'path'>): string => `**/api/${path}`

/** Collects the inputs of all later requests of the page to one call, under our names. */
export function watchCalls<Input>(page: Page, { path, input }: Call<Input, unknown>): Input[] {
  const sent: Input[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === `/api/${path}`)
      sent.push(input.decode(request.postDataJSON(), path))
  })
  return sent
}

/** Waits for the page's next call of a kind and returns its input. */
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

/** Answers a call in place of the server, with the journey's current answer. */
export const answerInstead = (
  page: Page,
  call: Pick<AnyCall, 'path'>,
  answer: () => Envelope,
): Promise<unknown> => page.route(addressOf(call), route => route.fulfill({ json: answer() }))

/** Answers as a server that is too busy, every time. */
export const busy = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, headers: { 'retry-after': '0.01' }, json: refusal(sentences.busy) })

/** Refuses a call with a sentence until the returned function is called. */
export async function refuse(
  page: Page,
  call: Pick<AnyCall, 'path'>,
  msg: string,
): Promise<() => Promise<void>> {
  await answerInstead(page, call, () => refusal(msg))
  return () => page.unroute(addressOf(call))
}

/** Holds back all requests to an address until the returned function is called. */
export async function holdBack(page: Page, address: RegExp | string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Changes all later answers of the server to a call. */
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
    // Fails if the page has gone or the journey no longer intercepts the call. Both are fine.
    await route.fulfill({ response, json: changed }).catch(() => undefined)
  })
}

/** Records all later calls of a page. */
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
    /** Waits until a call with these input values was sent. */
    expectCall: <Input>(call: Call<Input, unknown>, values: Partial<Input> = {}) =>
      expect
        .poll(() => sentTo(call), { message: `a call of ${call.path}` })
        .toContainEqual(expect.objectContaining(values)),
    expectNoCall: (call: AnyCall) => expect(sentTo(call), `calls of ${call.path}`).toHaveLength(0),
  }
}

/** Waits for the server's answer to the page's next call of a kind and decodes it. */
export async function answerTo<Input, Output>(
  page: Page,
  { path, output }: Call<Input, Output>,
  act: () => Promise<unknown>,
): Promise<Output> {
  const [response] = await Promise.all([page.waitForResponse(addressOf({ path })), act()])
  return output.decode(((await response.json()) as Envelope).data, '')
}

/** Waits for an answer that leads to another site, because the browser forgets it when it leaves. */
export async function answerBeforeLeaving<Input, Output>(
  page: Page,
  call: Call<Input, Output>,
  act: () => Promise<unknown>,
): Promise<Output> {
  const { promise, resolve } = Promise.withResolvers<Output>()
  await changeAnswers(page, call, answer => {
    resolve(answer)
    return answer
  })
  await act()
  return promise
}

/** Makes the server answer a list in pages of this size, as only the server decides the size (decision A-28). */
export async function givePagesOf(page: Page, call: AnyCall, limit: number): Promise<void> {
  await page.route(addressOf(call), route =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), limit }) }),
  )
}

interface NotedCall {
  address: string
  at: number
}
/** Records when each call is made, by the page's own clock. */
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

/** Returns the times at which the page made this call. */
export const timesOf = (page: Page, { path }: { path: string }): Promise<number[]> =>
  page.evaluate(
    wanted =>
      (window as unknown as { made: NotedCall[] }).made
        .filter(({ address }) => address.endsWith(wanted))
        .map(({ at }) => at),
    path,
  )
