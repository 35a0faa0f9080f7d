import * as addresses from '#contract/office/addresses.ts'
import { expectAccessible } from '../barriers.ts'
import { freshEmail, freshPhone } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { findSession, isPriced } from '../timetable.ts'
import { freshName } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('what no mail tells a guest is listed after each action, and a tick is kept for colleagues', async ({
  page,
  site,
  visitor,
}) => {
  const manager = await startStaffSession(page, site, 'manager')
  const { id, offeringId } = await findSession(visitor, isPriced, 'parentSession')
  const order = async (fullName: string, email: string, phone: string) => {
    const { orderNumber } = await visitor.orders.parentSession.place({
      ...{ offeringId, sessionIds: [id], creditsWanted: undefined, discountCode: '' },
      attendees: { who: 'contact', fullName, phone, email },
    })
    return orderNumber
  }
  const [name, phone] = [freshName('Gwen'), freshPhone()]
  const number = await order(name, '', phone)
  await visit(page, addresses.order({ number }))
  const list = page.getByRole('dialog', { name: 'No mail reaches them. Please ring' })
  const told = page.getByText(`No mail reaches them: please ring them on ${phone}`)

  await page.getByRole('button', { name: 'Paid to us' }).click()
  await page.getByRole('button', { name: 'Record it' }).click()
  const paid = list.getByRole('checkbox', { name: `Ring ${name}, ${phone}: the order is paid` })
  await expect(paid).not.toBeChecked()
  await expectAccessible(page, 24)
  await paid.click()
  await expect(list.getByText(/^Rung by /)).toBeVisible()
  await list.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(list).toHaveCount(0)

  await page.getByRole('button', { name: /^Cancel .*’s place/ }).click()
  const panel = page.getByRole('dialog', { name: 'Cancel places' })
  await expect(
    panel.getByText(/No mail reaches them: please ring them on .* This cannot be undone\.$/),
  ).toBeVisible()
  await panel.getByLabel(/^Reason/).fill('They are away')
  await panel.getByLabel('Receipt number or reference').fill('Till 7')
  await panel.getByRole('button', { name: 'Cancel the place' }).click()
  const cancelled = list.getByRole('checkbox', { name: /: a place was cancelled$/ })
  await expect(cancelled).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)

  // A colleague reads the same list, and a reload keeps it.
  expect((await manager.orders.toRing({})).guests.filter(guest => guest.number === number)).toMatchObject([
    { news: ['placesCancelled'], rungAt: null },
    { news: ['paid'], rungAt: expect.any(String) },
  ])
  await visit(page, `${addresses.orders()}?needs=toRing`)
  await expect(page.getByText(name).first()).toBeVisible()
  await visit(page, addresses.order({ number }))
  await expect(page.getByRole('heading', { name: 'Please ring', exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /: the order is paid/ })).toBeChecked()
  const left = page.getByRole('checkbox', { name: /: a place was cancelled$/ })
  await expect(left).not.toBeChecked()
  await left.click()
  await expect(left).toBeChecked()

  // A guest whom a mail tells is in no list.
  const reached = await order(freshName('Ida'), freshEmail('ida'), freshPhone())
  await visit(page, addresses.order({ number: reached }))
  await page.getByRole('button', { name: 'End the order' }).click()
  await expect(page.getByText(/The family is told\. This cannot be undone\./)).toBeVisible()
  await expect(told).toHaveCount(0)
  await page.getByLabel('Reason').fill('They rang off')
  await page.getByRole('dialog').getByRole('button', { name: 'End the order' }).click()
  await expect(page.getByText('Cancelled').first()).toBeVisible()
  await expect(list).toHaveCount(0)
  expect((await manager.orders.get({ number: reached })).toRing).toEqual([])
})
