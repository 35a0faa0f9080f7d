import type { Page } from '@playwright/test'

const contact = (number: 1 | 2, firstName: string) => ({
  [`contact${number}.firstName`]: firstName,
  [`contact${number}.lastName`]: 'Hart',
  [`contact${number}.mobile`]: '07700 900188',
  [`contact${number}.email`]: `${firstName.toLowerCase()}@example.test`,
  [`contact${number}.relationship`]: 'Parent',
})
const child = {
  firstName: 'Otto',
  lastName: 'Hart',
  addressLine1: '3 Raleigh Steps',
  addressLine2: 'Southville',
  ...contact(1, 'Orla'),
  ...contact(2, 'Ivo'),
  medical: 'None',
  allergy: 'Hazelnuts',
}

/** The names of the fields that a child's form requires. */
export const neededOfChild = Object.keys(child)

/**
 * Opens or closes the collapsed sections, which hold optional fields and fields filled in from the
 * account.
 */
export const setFolds = (page: Page, isOpen: boolean): Promise<void> =>
  page.locator('form details').evaluateAll((folds, isOpen) => {
    for (const fold of folds) (fold as HTMLDetailsElement).open = isOpen
  }, isOpen)

/** Fills in the required fields and a birthday. */
export async function fillChild(page: Page): Promise<void> {
  await page.locator('[name="dateOfBirth"]').waitFor()
  await setFolds(page, true)
  const given = { dateOfBirth: '2021-04-05', ...child }
  for (const [name, value] of Object.entries(given)) await page.locator(`[name="${name}"]`).fill(value)
}
