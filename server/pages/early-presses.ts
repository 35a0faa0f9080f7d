import { hashOf } from './page-files.ts'

/**
 * Runs before anything else of a page, which can be read and pressed long before its code has come on a slow line: until
 * all of it listens, this marks the last button that was pressed and each list that was chosen from, keeps both from what
 * listens already, and `makeUpForEarlyPresses` (web/navigation) presses and chooses them again (record 081). Where the
 * code cannot be had nothing looks busy. The one script that stands in the page itself.
 */
export const earlyPresses = `{
const root = document.documentElement
root.dataset.coming = ''
const keep = event => {
  const control = event.target.closest('#root :is(button:not([popovertarget]), select)')
  if (!control || !('coming' in root.dataset) || (event.type === 'change') !== (control.localName === 'select')) return
  event.preventDefault()
  event.stopPropagation()
  if (event.type === 'click') document.querySelector('button[data-pressed]')?.removeAttribute('data-pressed')
  control.dataset.pressed = control.value
}
addEventListener('click', keep, true)
addEventListener('change', keep, true)
addEventListener('error', event => {
  if (event.target.localName !== 'script') return
  delete root.dataset.coming
  for (const control of document.querySelectorAll('[data-pressed]')) delete control.dataset.pressed
}, true)
}`

export const hashOfEarlyPresses = hashOf(earlyPresses)
