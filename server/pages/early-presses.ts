import { tokenKey } from '#contract/token-key.ts'
import { hashOf } from './page-files.ts'

/**
 * Runs first in a page, which can be read and pressed long before its code arrives on a slow line. Until hydration, it
 * marks the last pressed button and each changed list, and stops those events. `replayEarlyPresses` (web/navigation)
 * then repeats them (record 081). If the code cannot be loaded, nothing looks busy. It also marks the page of a browser
 * with a token, so that a family's own content has its room from the first paint (decision E-59). It is the only inline
 * script.
 */
export const earlyPresses = `{
const root = document.documentElement
root.dataset.coming = ''
try {
  if (localStorage.getItem('${tokenKey}')) root.dataset.family = ''
} catch {}
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
