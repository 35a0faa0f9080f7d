import type { Page } from '@playwright/test'

export type Body = Record<string, unknown>

const address = (path: string) => `**/api/${path}`

/** The bodies that the page sends to a call from now on, the latest last. The path is spelled as published. */
export function recordCalls(page: Page, path: string): Body[] {
  const bodies: Body[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === `/api/${path}`) bodies.push(request.postDataJSON() as Body)
  })
  return bodies
}

/** From now on the call is refused with a sentence; what it gives back ends that. */
export async function refuse(page: Page, path: string, msg: string): Promise<() => Promise<void>> {
  await page.route(address(path), route => route.fulfill({ json: { code: 0, msg, data: null } }))
  return () => page.unroute(address(path))
}

/** From now on the call answers what it would have, a little changed. */
export async function changeAnswers<Data>(
  page: Page,
  path: string,
  change: (data: Data) => Data,
): Promise<void> {
  await page.unroute(address(path))
  await page.route(address(path), async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: Data }
    await route.fulfill({ response, json: { ...answer, data: change(answer.data) } })
  })
}
