import type { Page } from '@playwright/test'
import type { Call } from '#contract/wire.ts'
import { expect } from './site-test.ts'

type Body = Record<string, unknown>

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

/** Answers a call as the server would refuse it. */
export async function refuse(page: Page, path: string, msg: string): Promise<void> {
  await page.route(`**/api/${path}`, route => route.fulfill({ json: { code: 0, msg, data: null } }))
}

/** Has the real server answer a list in pages of so many: it, not the page, decides how many (decision A-28). */
export async function givePagesOf(page: Page, path: string, limit: number): Promise<void> {
  await page.route(`**/api/${path}`, route =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as Body), limit }) }),
  )
}
