import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Matches the 503 of returning from the card page, because this payment has not settled the order. */
const notSettled = /503 .*\/checkout\/return/

/** Makes a family that paid a penny too little for a place of £8.50. */
async function makeDiffering(page: Page, site: string, inDays: number) {
  const owner = await startStaffSession(page, site, 'owner')
  const date = addDays(today(), inDays)
  const { offeringId, sessionId } = await makeClass(owner, freshName('Kites'), { capacity: 2, date })
  const person = await newPerson(site, 'Robyn', ['Wren'])
  const { orderNumber: number } = await person.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(person) },
  })
  const { url } = await person.api.payments.openCardPage({ orderNumber: number, device: 'web' })
  await page.goto(url)
  await page.getByRole('button', { name: 'Underpay by 1p' }).click()
  await expect(page).not.toHaveURL(url)
  await expect.poll(async () => (await owner.orders.get({ number })).order.state).toBe('differs')
  return { owner, person, number }
}

const partOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'This payment differs' }) })

test('J10: a mismatched payment is checked again, then refunded, which ends its order @desk', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(notSettled)
  const { owner, person, number } = await makeDiffering(page, site, 40)
  await visit(page, `${addresses.orders()}?state=differs`)
  await page.getByRole('link', { name: number }).click()
  const part = partOf(page)
  await expect(part.getByRole('row', { name: 'Amount £8.50 £8.49' })).toBeVisible()
  const line = page.getByRole('main').locator('.order-line').filter({ hasText: 'Differs' })
  await expect(line).toContainText('£8.50 was asked for')
  await expect(line).toContainText(/£8\.49$/)
  await expectAccessible(page, 24)
  await part.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText('It still differs: £8.49 came in, £8.50 was asked for')).toBeVisible()

  await part.getByRole('button', { name: 'Give the money back' }).click()
  const question = page.getByRole('dialog', { name: 'Give the money back and end the order?' })
  await expect(question.getByRole('row', { name: 'Came in, goes back to the card £8.49' })).toBeVisible()
  await question.getByRole('button', { name: 'Give back and end' }).click()
  await expect(question.getByText(officeSentences.sayWhy)).toBeVisible()
  await expectAccessible(page, 24)
  await question.getByLabel('Reason').fill('She paid too little')
  await question.getByRole('button', { name: 'Give back and end' }).click()
  await expect(page.getByText('£8.49 goes back to the card', { exact: true })).toBeVisible()
  await expect(part).toBeHidden()
  await expect(page.getByRole('main').locator('.order-line').filter({ hasText: 'Refunded' })).toContainText(
    'She paid too little',
  )
  expect(await readMail(site, person.email, /^Your order has been cancelled$/)).toMatchObject({
    text: expect.stringContaining('Your payment of £8.49 was not what we had asked for'),
  })
  const again = { number, receivedPence: 849, reason: 'Once more' }
  await expect(owner.orders.giveBackMismatch(again)).rejects.toThrow(/ did this at \d\d:\d\d$/)
})

test('J10 refused: the front desk sees a mismatched payment, and has no button for it @phone', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(notSettled)
  const { owner, number } = await makeDiffering(page, site, 41)
  await expect(
    owner.orders.giveBackMismatch({ number, receivedPence: 850, reason: 'Too much' }),
  ).rejects.toThrow(cancelSentences.figuresChanged)
  const desk = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.order({ number }))
  const part = partOf(page)
  await expect(part.getByText('A manager decides about it.')).toBeVisible()
  await expect(part.getByRole('button')).toHaveCount(0)
  await expect(desk.orders.askAgain({ number })).rejects.toThrow(officeSentences.notYours)
})
