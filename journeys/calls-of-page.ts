import type { Page } from '@playwright/test'
import type { Envelope } from '#web/api.ts'

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
    await route.fulfill({ response, json: { ...answer, data: change(answer.data) } })
  })
}
