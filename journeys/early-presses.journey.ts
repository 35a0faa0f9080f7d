import type { Page } from '@playwright/test'
import { home, ofKind } from '#contract/addresses.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { expect, signedInTest, test } from './site-test.ts'
import { findSession, openFilters, sessionCard } from './timetable.ts'
import { today } from './today.ts'

/** Opens a page whose code has not loaded yet; returns a function that lets it load. */
async function openDeaf(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await promise
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  return resolve
}

signedInTest('Book Now pressed before hydration opens its dialog @phone', async ({ page, visitor }) => {
  const session = await findSession(visitor, ({ placesLeft, isPackOnly }) => placesLeft > 1 && !isPackOnly)
  const listen = await openDeaf(page, ofKind.class.timetable({ date: session.date }))
  const bookNow = sessionCard(page, session).getByRole('button', { name: 'Book Now' })
  await bookNow.dblclick()
  await expect(bookNow).toHaveCSS('animation-name', 'shimmer')
  listen()
  await expect(page.getByRole('dialog', { name: /^Book / })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('filters chosen before hydration are applied @desk', async ({ page }) => {
  const monday = addDays(mondayOf(today()), 7)
  const listen = await openDeaf(page, ofKind.class.timetable({ date: monday }))
  await openFilters(page)
  await page.locator('select[name=time]').selectOption('am')
  await page.locator('select[name=day]').selectOption('Tue')
  listen()
  await expect(page).toHaveURL(/time=am.*day=Tue/)
  await expect(page.locator('select[name=time]')).toHaveValue('am')
  await expect(page.locator('select[name=day]')).toHaveValue('Tue')
})

/**
 * Stops hydration after the page's frame. React hydrates the parts in timers without a delay, which wait for `goOn()`.
 */
async function holdParts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const held: (() => void)[] = []
    window.setTimeout = ((act: () => void, milliseconds?: number) =>
      milliseconds === undefined ? held.push(act) : setTimeout(act, milliseconds)) as typeof setTimeout
    Object.assign(window, {
      held,
      goOn: () => {
        window.setTimeout = setTimeout
        for (const act of held) setTimeout(act)
      },
    })
  })
}

test('Next week pressed during hydration goes one week', {
  tag: '@phone',
}, async ({ page }) => {
  const monday = addDays(mondayOf(today()), 7)
  await holdParts(page)
  await page.goto(ofKind.class.timetable({ date: monday }), { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate('held.length')).toBeGreaterThan(0)
  const nextWeek = page.getByRole('button', { name: 'Next week' })
  await nextWeek.click()
  await expect(nextWeek).toHaveCSS('animation-name', 'shimmer')
  await page.evaluate('goOn()')
  await expect(page.locator('html')).not.toHaveAttribute('data-coming')
  await expect(page).toHaveURL(new RegExp(`date=${addDays(monday, 7)}`))
})

test('a link pressed during hydration leads to its page, marked in the menu', async ({ page }) => {
  await holdParts(page)
  await page.goto(home(), { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate('held.length')).toBeGreaterThan(0)
  await page.locator(`main a[href^="${ofKind.class.timetable()}"]`).first().click()
  await expect(page).toHaveURL(new RegExp(ofKind.class.timetable()))
  await expect.poll(() => page.evaluate('held.length')).toBeGreaterThan(0)
  await page.evaluate('goOn()')
  await expect(page.locator('html')).not.toHaveAttribute('data-coming')
  await expect(page.locator('.main-menu [aria-current=page]')).toHaveText(['Classes'])
})

test('no button looks busy if its press is lost because the page’s code failed to load', {
  tag: '@phone',
}, async ({ page, expectedComplaints }) => {
  expectedComplaints.push(/Failed to load resource/)
  await page.route('**/assets/entry-client*.js', route => route.abort())
  await page.goto(ofKind.class.timetable({ date: addDays(mondayOf(today()), 7) }))
  const bookNow = page.getByRole('button', { name: 'Book Now' }).filter({ visible: true }).first()
  await bookNow.click()
  await expect(bookNow).not.toHaveCSS('animation-name', 'shimmer')
})
