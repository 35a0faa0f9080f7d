import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Presses Tab until the element has the focus. Checks that it is visible, uncovered, and has a role and a name for
 * screen readers.
 */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  const isThere = () => wanted.evaluate(element => element.matches(':focus'))
  for (let presses = 0; presses < 160 && !(await isThere()); presses++) await page.keyboard.press('Tab')
  await expect(wanted).toBeFocused()
  // What is drawn by its label shows the focus there.
  const shown = wanted.locator('xpath=ancestor-or-self::*[self::label or not(self::input)][1]')
  const isInChip = await wanted.evaluate(element => element.matches('.chip input'))
  await expect(isInChip ? shown : wanted).toHaveCSS('outline-style', 'solid')
  await expect.poll(() => shown.evaluate(isInSight), { message: 'what has the focus is in sight' }).toBe(true)
  const { role, name } = await readFocus(page)
  expect(role).toMatch(/^(button|link|checkbox|radio|textbox|searchbox|combobox|spinbutton|PopUpButton)$/i)
  expect(name, `the name of a ${role}`).toMatch(/\w/)
}

/** Whether a part of the element is visible with nothing over it. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [0.1, 0.5, 0.9].some(part => {
    const seen = document.elementFromPoint(left + width * part, top + height * part)
    return seen !== null && (element.contains(seen) || seen.contains(element))
  })
}

/** Reads the focused node of the browser's own accessibility tree. */
async function readFocus(page: Page): Promise<{ role: string; name: string }> {
  const devTools = await page.context().newCDPSession(page)
  const { nodes } = await devTools.send('Accessibility.getFullAXTree')
  await devTools.detach()
  const focused = nodes.findLast(({ properties }) =>
    properties?.some(({ name, value }) => name === 'focused' && value.value === true),
  )
  return { role: String(focused?.role?.value), name: String(focused?.name?.value ?? '') }
}

export async function press(page: Page, wanted: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

/** Fills in named fields, one after the other. */
export async function typeInto(
  page: Page,
  form: Page | Locator,
  values: Record<string, string>,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await tabTo(page, form.getByRole('textbox', { name: label, exact: true }))
    await page.keyboard.type(value)
  }
}
