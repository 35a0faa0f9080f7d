import type { Locator, Page } from '@playwright/test'
import * as addresses from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { openAccountMenu } from './account-menu.ts'
import { addressOf, answerInstead, holdBack, refusal, watchCalls } from './calls-of-page.ts'
import { placeOrder } from './kinds.ts'
import { visitBookings } from './my-bookings.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { stopTheClock, tickUntilShown } from './stopped-clock.ts'
import { findSession, isFree, openTimetable, sessionCard } from './timetable.ts'

// A button that moves between a finger's down and up is not pressed. So content that loads late
// above a button has its room reserved, or the button appears with it.

const topOf = async (thing: Locator): Promise<number> => (await thing.boundingBox())?.y ?? Number.NaN

/** Checks that the button cannot be pressed before the call has answered. */
async function expectHeld(
  page: Page,
  call: { path: string },
  { open, loading, button }: { open: () => Promise<unknown>; loading: Locator; button: Locator },
): Promise<void> {
  const come = await holdBack(page, addressOf(call))
  await open()
  await expect(loading).toBeAttached()
  await expect(button).toHaveCount(0)
  come()
  await expect(button).toBeVisible()
  await page.unrouteAll()
}

signedInTest(
  'after paying, links to the next steps appear only once the purchase has loaded',
  { tag: '@desk' },
  async ({ page, person, visitor }) => {
    const orderNumber = await placeOrder(person, 'class', await findSession(visitor, isFree))
    const main = page.getByRole('main')
    await expectHeld(page, contract.ownBookings.receipt, {
      open: () => visit(page, addresses.paymentSucceeded({ orderNumber })),
      loading: main.getByText('Loading'),
      button: main.getByRole('link', { name: 'View my bookings' }),
    })
  },
)

signedInTest(
  'a family’s places in a class do not move the timetable’s buttons',
  async ({ page, person, visitor }) => {
    const session = await findSession(visitor, isFree)
    await placeOrder(person, 'class', session)
    const come = await holdBack(page, addressOf(contract.sessions.familyPlaces))
    await openTimetable(page, session)
    const card = sessionCard(page, session)
    const bookNow = card.getByRole('button', { name: 'Book Now' })
    await expect(bookNow).toBeVisible()
    const before = await topOf(bookNow)
    come()
    await expect(card).toContainText('Booked: ')
    expect(await topOf(bookNow)).toBeCloseTo(before, 0)
  },
)

signedInTest('a dialog’s buttons appear when everything above them has loaded', async ({ page, visitor }) => {
  const session = await findSession(visitor, isFree)
  await openTimetable(page, session)
  const card = sessionCard(page, session)
  const details = page.getByRole('dialog', { name: 'Class Details' })
  await expectHeld(page, contract.sessions.practical, {
    open: () => card.getByRole('heading').getByRole('button').click(),
    loading: details.getByText('Loading'),
    button: details.getByRole('button', { name: 'Book', exact: true }),
  })
  await page.keyboard.press('Escape')
  const dialog = page.getByRole('dialog')
  await expectHeld(page, contract.sessions.familyPlacesOf, {
    open: () => card.getByRole('button', { name: 'Book Now' }).click(),
    loading: dialog.getByText('Loading'),
    button: dialog.getByRole('button', { name: 'Book Now' }),
  })
})

signedInTest(
  '“Make an address” appears once the page knows whether there is a calendar address',
  { tag: '@phone' },
  async ({ page }) => {
    const main = page.getByRole('main')
    await expectHeld(page, contract.calendarFeed.state, {
      open: () => visitBookings(page),
      loading: main.getByRole('region', { name: 'Calendar address' }).getByText('Loading'),
      button: main.getByRole('button', { name: 'Make an address' }),
    })
  },
)

signedInTest('Logout appears once the children above it have loaded or failed', async ({ page }) => {
  await expectHeld(page, contract.children.list, {
    open: async () => {
      await visit(page, addresses.changePassword())
      await openAccountMenu(page)
    },
    loading: page.getByRole('navigation', { name: 'My account' }).getByText('Loading'),
    button: page.getByRole('button', { name: 'Logout' }),
  })
  // A refused call is not repeated without end.
  const asked = watchCalls(page, contract.children.list)
  await answerInstead(page, contract.children.list, () => refusal('We are busy', 503))
  await visit(page, addresses.changePassword())
  await openAccountMenu(page)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.length).toBeLessThan(4)
})

for (const [name, delay, isThere] of [
  ['a page is shown with its texts', 300, true],
  ['a page whose texts do not come is shown after a second', 60_000, false],
] as const) {
  test(name, { tag: isThere ? '@phone' : '@desk' }, async ({ page, visitor }) => {
    const { packText } = await visitor.content.siteSettings()
    await page.route(addressOf(contract.content.siteSettings), async route => {
      await new Promise(resolve => setTimeout(resolve, delay))
      await route.continue().catch(() => undefined)
    })
    await page.clock.install()
    await visit(page, addresses.home())
    // The clock is stopped, so that a slow machine does not use up the second in which texts may
    // arrive.
    if (isThere) await stopTheClock(page)
    await page.getByRole('link', { name: 'Look at class packs' }).click()
    const shown = page.getByRole('button', { name: 'Buy Now' }).first()
    await (isThere ? tickUntilShown(page, shown) : shown.waitFor())
    const words = packText.replace(/<[^>]*>/g, '').slice(0, 24)
    expect(await page.getByText(words).count()).toBe(isThere ? 1 : 0)
  })
}
