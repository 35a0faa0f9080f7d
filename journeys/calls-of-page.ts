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
