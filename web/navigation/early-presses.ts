/**
 * Replays the presses and choices made before hydration. The script of `server/pages/early-presses.ts` marked them
 * in the document; this also stops that script.
 */
export function replayEarlyPresses(): void {
  delete document.documentElement.dataset.coming
  for (const control of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
    const { pressed = '' } = control.dataset
    delete control.dataset.pressed
    if (control instanceof HTMLSelectElement) {
      control.value = pressed
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
    } else control.click()
  }
}
