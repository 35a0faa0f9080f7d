import { isPathOf } from '#contract/addresses.ts'

/** Whether a form is still looked at where it was sent: whoever has gone on meanwhile, or is about to, stays there. */
export const isStillAt = (form: HTMLFormElement, page: { path: string }): boolean =>
  form.isConnected && isPathOf(location.pathname, page)
