/**
 * Repeats the presses and choices made before the page's code arrived, which `server/pages/early-presses.ts` has
 * marked, and stops marking.
 */
export function makeUpForEarlyPresses(): void {
  delete document.documentElement.dataset.coming
  for (const control of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
    const { pressed = '' } = control.dataset
    delete control.dataset.pressed
    if (control instanceof HTMLSelectElement) {
      control.value = pressed
      for (const told of ['input', 'change']) control.dispatchEvent(new Event(told, { bubbles: true }))
    } else control.click()
  }
}
