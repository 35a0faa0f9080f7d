import * as addresses from '#contract/office/addresses.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { placeOrder } from '../kinds.ts'
import { childOf, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { thumb } from '../thumb.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a printed register has a box for every child, and notes only when the log records it', async ({
  page,
  site,
  expectedComplaints,
}) => {
  // What the phone downloads just then fails.
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED/)
  const api = await startStaffSession(page, site, 'owner')
  const { offeringId, sessionId } = await makeClass(api, freshName('Paper'), { date: '2028-03-07' })
  const family = await newPerson(site, 'Nora', [])
  await family.api.children.add({ ...childOf('Nora', 'Perran'), allergy: 'Hazelnuts' })
  await placeOrder(family, 'class', { offeringId, id: sessionId })

  await visit(page, addresses.register({ id: sessionId }))
  const leftOut = page.getByText('Medical and allergy notes are not on this paper')
  await expect(page.getByRole('button', { name: 'Show medical notes' })).toBeVisible()
  await expect(leftOut).toBeHidden()
  // The badge “Allergy” is always visible; the notes are not.
  const rows = page.getByRole('list', { name: 'Who comes' })
  const mark = rows.getByText('Allergy', { exact: true })
  const words = rows.getByText('Hazelnuts')
  await expect(mark).toBeVisible()
  await expect(words).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(mark).toBeHidden()
  await expect(leftOut).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show medical notes' })).toBeHidden()
  const box = await page
    .locator('.register-name')
    .first()
    .evaluate(name => getComputedStyle(name, '::before').borderTopStyle)
  expect(box).toBe('solid')

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Show medical notes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('For the paper')
  await dialog.getByRole('button', { name: 'Show the notes' }).click()
  await expect(words).toBeVisible()
  await expect(rows).toBeFocused()
  // The notes of a later booking must be opened separately.
  const later = await newPerson(site, 'Ines', [])
  await later.api.children.add({ ...childOf('Ines', 'Perran'), allergy: 'Penicillin' })
  await placeOrder(later, 'class', { offeringId, id: sessionId })
  // A tablet that wakes after some minutes reads the register again.
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(mark).toHaveCount(2)
  await page.getByRole('button', { name: 'Show medical notes' }).click()
  await dialog.getByLabel('Reason').fill('For the paper')
  await dialog.getByRole('button', { name: 'Show the notes' }).click()
  await expect(rows.getByText('Penicillin')).toBeVisible()
  await expect(words).toBeVisible()
  // The browser's own print command prints no notes.
  await page.emulateMedia({ media: 'print' })
  await expect(leftOut).toBeVisible()
  await expect(words).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => {
    window.print = () => {
      document.title = 'Printed'
    }
  })
  await page.getByRole('button', { name: 'Print with medical notes' }).click()
  await expect(page).toHaveTitle('Printed')
  await page.emulateMedia({ media: 'print' })
  await expect(words).toBeVisible()
  await expect(leftOut).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(words).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await visit(page, addresses.log())
  await expect(page.getByText('Printed a register with medical notes').first()).toBeVisible()
})

test('a register is printed in dark ink, whatever theme the screen has @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'owner')
  const { offeringId, sessionId } = await makeClass(api, freshName('Ink'), { date: '2028-03-07' })
  const family = await newPerson(site, 'Nora', ['Iris'])
  await placeOrder(family, 'class', { offeringId, id: sessionId })
  await page.addInitScript(() => localStorage.setItem('maypole.office.theme', 'dark'))
  await visit(page, addresses.register({ id: sessionId }))
  const name = page.locator('.register-name').first()
  await expect(name).toHaveCSS('color', 'rgb(230, 237, 239)')
  await page.emulateMedia({ media: 'print' })
  await expect(name).toHaveCSS('color', 'rgb(23, 51, 61)')
})

test('a register is marked with one thumb, and a second phone sees it @phone', async ({
  page,
  browser,
  site,
  expectedComplaints,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  // The class begins within the hour, so that it can be booked and marked.
  const [date = '', startTime = ''] = momentInLondon(new Date(Date.now() + 20 * 60_000)).split(' ')
  const end = momentInLondon(new Date(Date.now() + 80 * 60_000))
  const { offeringId, sessionId } = await makeClass(api, freshName('Thumb'), {
    ...{ date, startTime, endDate: end.slice(0, 10), endTime: end.slice(11) },
  })
  for (const name of ['Iris', 'Jude', 'Kit']) {
    const family = await newPerson(site, 'Nora', [name])
    await placeOrder(family, 'class', { offeringId, id: sessionId })
  }
  await visit(page, addresses.register({ id: sessionId }))
  const marksOf = (name: string) => page.getByRole('group', { name: new RegExp(name) })
  const button = (name: string, mark: string) =>
    marksOf(name).getByRole('button', { name: new RegExp(`^${mark}: `) })
  const bar = page.getByRole('region', { name: 'Marks' })
  // The place on the page, however far it is scrolled.
  const placeOnPage = () =>
    button('Kit', 'Here').evaluate(pressed => {
      const { left, top, width, height } = pressed.getBoundingClientRect()
      return { left: left + scrollX, top: top + scrollY, width, height }
    })
  const before = await placeOnPage()
  expect(before.height).toBeGreaterThanOrEqual(44)
  expect(before.width).toBeGreaterThanOrEqual(44)

  const hand = thumb(page)
  await hand.tap(button('Iris', 'Here'))
  await hand.tap(button('Jude', 'Not here'))
  // Pressing it again removes the mark.
  await hand.tap(button('Jude', 'Not here'))
  await expect(button('Jude', 'Not here')).toHaveAttribute('aria-pressed', 'false')
  await expect(bar.getByText('1 of 3 here')).toBeVisible()
  // The buttons have not moved.
  expect(await placeOnPage()).toEqual(before)
  await hand.button('All here')
  await expect(bar.getByText('3 of 3 here')).toBeVisible()
  await hand.tap(button('Kit', 'Left'))
  await hand.button(/Nora Hart/)
  await expect(page.getByText(/^Left .* with /)).toBeVisible()
  await hand.button('Add a walk-in')
  await hand.type({ Name: 'Wanda Way', 'Whom to ring': '07700 900123' })
  await hand.button('Add them as here')
  await expect(bar.getByText('1 left · 1 walk-in')).toBeVisible()
  hand.spent({ taps: 8, fields: 2 })

  // The page says what is not sent yet, and sends it later by itself.
  await expect(bar.getByText('All sent')).toBeVisible()
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await button('Jude', 'Late').click()
  await expect(bar.getByText('1 mark not sent yet. Trying again')).toBeVisible()
  await page.context().setOffline(false)
  await expect(bar.getByText('All sent')).toBeVisible()

  const other = await browser.newPage()
  await startStaffSession(other, site, 'manager')
  await visit(other, addresses.register({ id: sessionId }))
  const second = other.getByRole('region', { name: 'Marks' })
  await expect(second.getByText('2 of 3 here')).toBeVisible()
  const ofIris = other.getByRole('group', { name: /Iris/ })
  await ofIris.getByRole('button', { name: /^Not here: / }).click()
  await expect(second.getByText('All sent')).toBeVisible()
  // Both are shown when two people disagree.
  await expect(page.getByText(/^Here .* · Not here /)).toBeVisible({ timeout: 20_000 })
  await other.close()
})
