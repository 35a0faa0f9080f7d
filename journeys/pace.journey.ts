import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { message, openBooking } from './booking-dialog.ts'
import { noteCalls, timesOf } from './calls-of-page.ts'
import { fillChild } from './child-fields.ts'
import { newPerson } from './people.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import { stopTheClock, tickUntilShown } from './stopped-clock.ts'
import { findSession } from './timetable.ts'

/** A family with seven children, who are shown as a list instead of chips (decision C-41). */
const largeFamilyTest = signedInTest.extend({
  person: async ({ site }, use) =>
    use(await newPerson(site, 'Robyn', ['Wren', 'Finch', 'Jay', 'Lark', 'Dove', 'Teal', 'Crane'])),
})

// Proves BOOK-17, BOOK-18, CONST-12, EVT-45.
largeFamilyTest(
  'a preview is requested 100 ms after a change; a children list closes 300 ms after a choice',
  { tag: '@desk' },
  async ({ page, visitor }) => {
    const session = await findSession(
      visitor,
      ({ typeName, placesLeft }) => typeName === 'Curtain Up' && placesLeft > 2,
    )
    await page.clock.install()
    await noteCalls(page)
    const dialog = await openBooking(page, session)
    const picker = dialog.getByRole('button', { name: /^Who / })
    await picker.click()
    const wren = dialog.getByRole('group', { name: /^Who / }).getByText('Wren')
    await expect(wren).toBeVisible()
    await stopTheClock(page)
    const now = () => page.evaluate(() => Date.now())
    const before = (await timesOf(page, contract.orders.class.preview)).length
    const picked = await now()
    await wren.click()
    for (let passed = 0; passed < 280; passed += 20) await page.clock.runFor(20)
    await expect(picker).toHaveAttribute('aria-expanded', 'true')
    const [asked = 0, ...others] = (await timesOf(page, contract.orders.class.preview)).slice(before)
    expect(asked - picked).toBeGreaterThanOrEqual(100)
    expect(asked - picked).toBeLessThanOrEqual(140)
    expect(others).toEqual([])
    await page.clock.runFor(40)
    await expect(picker).toHaveAttribute('aria-expanded', 'false')
    await expect(picker).toContainText('Wren')
  },
)

// Proves CONST-11, ERR-21, ROUTE-49.
signedInTest(
  'an added child is announced, and the page is left 500 ms later',
  { tag: '@phone' },
  async ({ page }) => {
    await page.clock.install()
    await visit(page, '/home/userInfo/editChild')
    await expect(page.getByRole('heading', { level: 1, name: 'Add a child' })).toBeVisible()
    await expect(page.getByLabel('Child’s first name')).toHaveValue('')
    await fillChild(page)
    await stopTheClock(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await tickUntilShown(page, message(page, sentences.childSaved))
    await page.clock.runFor(400)
    await expect(page).toHaveURL(/\/home\/userInfo\/editChild$/)
    await page.clock.runFor(100)
    await expect(page).toHaveURL(/\/home\/userInfo\/user$/)
  },
)
