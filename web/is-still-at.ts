import { isPathOf } from '#contract/addresses.ts'

/** Whether the form is still on the page from which it was sent. Otherwise its answer must not navigate. */
export const isStillAt = (form: HTMLFormElement, page: { path: string }): boolean =>
  form.isConnected && isPathOf(location.pathname, page)
