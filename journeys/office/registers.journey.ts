import * as addresses from '#contract/office/addresses.ts'
import { placeOrder } from '../kinds.ts'
import { childOf, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a printed register has a box for every child, and notes only when the log records it', async ({
  page,
  site,
}) => {
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
