import type { Page } from '@playwright/test'

/** What a page asks the server from now on: `calls('Course/wait')` are the bodies of that call so far. */
export function watchCalls(page: Page): (path: string) => Record<string, unknown>[] {
  const calls: { path: string; body: Record<string, unknown> }[] = []
  page.on('request', request => {
    const path = /\/api\/(.+)$/.exec(request.url())?.[1]
    if (path) calls.push({ path, body: request.postDataJSON() })
  })
  return path => calls.filter(call => call.path === path).map(({ body }) => body)
}

/** The paths of classes and of events, as the documents spell them. */
export const sessionKinds = [
  {
    kind: 'class',
    area: 'Course',
    booking: 'Course_Order',
    order: 'course_order',
    basket: 'course_cart',
  },
  {
    kind: 'event',
    area: 'Events',
    booking: 'Events_Order',
    order: 'Events_order',
    basket: 'Events_cart',
  },
] as const
