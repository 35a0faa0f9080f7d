import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { atMostBack } from '#domain/settlement.ts'
import { expectAccessible } from '../barriers.ts'
import { pay } from '../kinds.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Makes an order of one paid place of £8.50. */
async function makePaidOrder(page: Page, site: string, inDays: number) {
  const owner = await startStaffSession(page, site, 'owner')
  const { offeringId, sessionId } = await makeClass(owner, freshName('Kites'), {
    date: addDays(today(), inDays),
  })
  const person = await newPerson(site, 'Robyn', ['Wren'])
  const { orderNumber: number } = await person.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(person) },
  })
  await pay(page, person, number)
  return { person, number }
}

const partOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Refunds that were asked for' }) })

test('the front desk asks for a refund, a manager accepts it, and the family is told once', async ({
  page,
  site,
}) => {
  const { person, number } = await makePaidOrder(page, site, 46)
  const desk = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.order({ number }))
  await page.getByRole('button', { name: 'Ask for a refund' }).click()
  const panel = page.getByRole('dialog', { name: 'Ask for a refund' })
  await panel.getByLabel('Amount (£)').fill('8.51')
  await panel.getByLabel('Reason').fill('The hall was cold')
  await panel.getByRole('button', { name: 'Ask for it' }).click()
  await expect(panel.getByText(atMostBack(850))).toBeVisible()
  await panel.getByLabel('Amount (£)').fill('3.50')
  await panel.getByLabel('Reason').fill('')
  await panel.getByRole('button', { name: 'Ask for it' }).click()
  await expect(panel.getByText(officeSentences.sayWhy)).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByLabel('Reason').fill('The hall was cold')
  await panel.getByRole('button', { name: 'Ask for it' }).click()
  await expect(page.getByText('Asked for. A manager decides')).toBeVisible()
  await expect(partOf(page)).toContainText('Waits for a decision')
  await expect(partOf(page).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ask for a refund' })).toHaveCount(0)
  const twice = { number, pence: 100, reason: 'Once more' }
  await expect(desk.orders.askRefund(twice)).rejects.toThrow()

  await startStaffSession(page, site, 'manager')
  await visit(page, `${addresses.orders()}?needs=asked`)
  await page.getByRole('link', { name: number }).click()
  await expect(partOf(page).getByRole('button', { name: 'Accept' })).toBeVisible()
  await expectAccessible(page, 24)
  await partOf(page).getByRole('button', { name: 'Accept' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await expect(refund.getByLabel('Amount (£)')).toHaveValue('3.50')
  await expect(refund.getByLabel('Reason')).toHaveValue('The hall was cold')
  await refund.getByRole('button', { name: 'Refund £3.50' }).click()
  await expect(page.getByText('£3.50 goes back to the card', { exact: true })).toBeVisible()
  await expect(partOf(page)).toContainText('Accepted')
  await expect(partOf(page)).toContainText('; decided by ')
  await expect(partOf(page).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').locator('.thing-facts')).toContainText('Refunded£3.50')
  expect(await readMail(site, person.email, /^Refund for your order$/)).toMatchObject({
    text: expect.stringContaining('we have refunded £3.50. Nothing else changes.'),
  })
})

test('a manager declines a refund that the front desk asked for; the desk may not decide @phone', async ({
  page,
  site,
}) => {
  const { number } = await makePaidOrder(page, site, 47)
  const desk = await startStaffSession(page, site, 'frontDesk')
  await desk.orders.askRefund({ number, pence: 350, reason: 'The hall was cold' })
  const [asked] = (await desk.orders.get({ number })).asked
  const askedId = asked?.id as number
  await expect(desk.orders.declineRefund({ askedId, reason: 'I may not' })).rejects.toThrow(
    officeSentences.notYours,
  )
  const given = { number, pence: 350, leftPence: 850, method: 'card' as const, reference: '' }
  await expect(desk.orders.refund({ ...given, askedId, reason: 'I may not' })).rejects.toThrow(
    officeSentences.notYours,
  )

  const manager = await startStaffSession(page, site, 'manager')
  await visit(page, addresses.order({ number }))
  await partOf(page).getByRole('button', { name: 'Decline' }).click()
  const question = page.getByRole('dialog', { name: 'Decline to refund £3.50?' })
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect(question.getByText(officeSentences.sayWhy)).toBeVisible()
  await expectAccessible(page, 24)
  await question.getByLabel('Reason').fill('It was warm enough')
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect(partOf(page)).toContainText('Declined')
  await expect(partOf(page).getByRole('button')).toHaveCount(0)
  expect((await manager.orders.get({ number })).money).toMatchObject({ backPence: 0, leftPence: 850 })
  await expect(manager.orders.refund({ ...given, askedId, reason: 'Too late' })).rejects.toThrow(
    / did this at \d\d:\d\d$/,
  )
})
