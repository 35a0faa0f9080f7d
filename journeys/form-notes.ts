import { expect, type Locator, type Page } from '@playwright/test'

/** Checks that exactly this message is shown. */
export const expectOnlyMessage = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole('region', { name: 'Messages' }).getByRole('paragraph')).toHaveText([text])

/** Checks that the field has the focus, is visible and marked as invalid, and that its description says why. */
export async function expectMarked(field: Locator, note = 'Please fill this in'): Promise<void> {
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(`${note}$`))
  const isInSight = () =>
    field.evaluate(element => {
      const { left, top, width, height } = element.getBoundingClientRect()
      // A chip hides its checkbox, so the chip must be visible.
      const seen = element.closest('.chip') ?? element
      return seen.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isInSight, { message: 'the field is not covered' }).toBe(true)
}

/**
 * Records from now on which fields were already marked when they got the focus, so that a screen reader reads the
 * error.
 */
export async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    document.addEventListener('focusin', ({ target }) => {
      const field = target as HTMLInputElement
      if (field.getAttribute('aria-invalid') === 'true' && field.getAttribute('aria-describedby'))
        heard.push(field.name)
    })
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}
