import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { pay } from '../kinds.ts'
import { childIdsOf, freshEmail, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import {
  comeInByLink,
  createOfficeClient,
  holdDevice,
  inviteOnServer,
  signInByPasskey,
  startStaffSession,
} from './staff-sign-in.ts'

/** Makes a paid order of £34.00: four children in one class. */
async function makePaidOrder(page: Page, site: string, inDays: number) {
  const owner = await startStaffSession(page, site, 'owner')
  const { offeringId, sessionId } = await makeClass(owner, freshName('Kites'), {
    date: addDays(today(), inDays),
  })
  const person = await newPerson(site, 'Robyn', ['Wren', 'Finch', 'Lark', 'Teal'])
  const { orderNumber: number } = await person.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(person) },
  })
  await pay(page, person, number)
  return { owner, number }
}

/** Opens the order's refund form and fills it in, without sending it. */
async function fillRefund(page: Page, number: string, pounds: string) {
  await visit(page, addresses.order({ number }))
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Refund' })
  await panel.getByLabel('Amount (£)').fill(pounds)
  await panel.getByLabel('Reason').fill('The hall was cold')
  return { panel, press: () => panel.getByRole('button', { name: `Refund £${pounds}` }).click() }
}

test('J8: two desks refund £8.50 of £34 at once; it is paid once, and the second reads why @phone', async ({
  page,
  context,
  site,
}) => {
  const { owner, number } = await makePaidOrder(page, site, 48)
  const other = await context.newPage()
  const desks = [await fillRefund(page, number, '8.50'), await fillRefund(other, number, '8.50')]
  await Promise.all(desks.map(({ press }) => press()))
  const loser = await Promise.any(
    [page, other].map(async desk => {
      await desk.getByText(cancelSentences.figuresChanged).first().waitFor()
      return desk
    }),
  )
  await expect.poll(async () => (await owner.orders.get({ number })).money.backPence).toBe(850)
  const { money, payments } = await owner.orders.get({ number })
  expect(money).toMatchObject({ backPence: 850, leftPence: 2550 })
  expect(payments.flatMap(({ back }) => back)).toHaveLength(1)
  // The typed reason is kept, whether or not there is a second try.
  await expect(loser.getByRole('dialog', { name: 'Refund' }).getByLabel('Reason')).toHaveValue(
    'The hall was cold',
  )
})

test('J9: a refund waits while the Stripe balance is too low, and is made once it is topped up @desk', async ({
  page,
  site,
}) => {
  const { owner, number } = await makePaidOrder(page, site, 49)
  const { payments } = await owner.orders.get({ number })
  const dashboard = payments[0]?.dashboard as string
  const atProvider = (action: string) => page.request.post(dashboard, { form: { action } })
  const states = async () =>
    (await owner.orders.get({ number })).payments.flatMap(({ back }) => back.map(({ state }) => state))
  await atProvider('lackBalance')
  const { press } = await fillRefund(page, number, '1.00')
  await press()
  await expect.poll(states).toEqual(['waiting'])
  // The closing panel goes back in the history, which would end this visit.
  await expect(page.getByRole('dialog', { name: 'Refund' })).toBeHidden()
  await visit(page, `${addresses.orders()}?needs=refundWaiting`)
  await page.getByRole('link', { name: number }).click()
  await expect(
    page.getByText('waiting: your Stripe balance is too low. Top it up or wait for sales'),
  ).toBeVisible()
  await expectAccessible(page, 24)

  await atProvider('topUp')
  await expect.poll(states).toEqual(['succeeded'])
  await page.reload()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByText('waiting: your Stripe balance')).toHaveCount(0)
})

test('J13: the open refund of a manager who is demoted answers 403, and no money moves @desk', async ({
  page,
  site,
  browser,
  expectedComplaints,
}) => {
  // A new role ends the session, so pressing the button asks for a sign-in first.
  expectedComplaints.push(/401 .*Office\/Orders\/refund/)
  test.slow()
  const other = await browser.newPage()
  const { owner, number } = await makePaidOrder(other, site, 50)
  const email = freshEmail('Mared')
  await holdDevice(page)
  await comeInByLink(page, await inviteOnServer(site, email, 'manager'), 'Mared Rees')
  const { press } = await fillRefund(page, number, '8.50')
  const { members } = await owner.staff.list({})
  const mared = members.find(one => one.email === email)
  await owner.staff.setRole({ id: mared?.id as number, version: mared?.version as number, role: 'teacher' })
  await press()
  await signInByPasskey(page)
  await expect(page.getByRole('heading', { name: officeSentences.notYours })).toBeVisible()
  const refund = { number, pence: 850, leftPence: 3400, method: 'card' as const, reference: '' }
  await expect(
    createOfficeClient(page, site).orders.refund({ ...refund, reason: 'I may not' }),
  ).rejects.toMatchObject({ officeCode: 403 })
  expect((await owner.orders.get({ number })).money).toMatchObject({ backPence: 0, leftPence: 3400 })
  await other.close()
})
