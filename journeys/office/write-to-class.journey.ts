import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { expectAccessible } from '../barriers.ts'
import { pay } from '../kinds.ts'
import { childIdsOf, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Signs a manager in and makes a class in nine days, for which a family with these children has paid. */
async function bookClass(page: Page, site: string, children: string[]) {
  const desk = await startStaffSession(page, site, 'manager')
  const name = freshName('Wellies')
  const { offeringId, sessionId } = await makeClass(desk, name, { date: addDays(today(), 9) })
  const person = await newPerson(site, 'Robyn', children)
  const { orderNumber } = await person.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(person) },
  })
  await pay(page, person, orderNumber)
  return { name, sessionId, person }
}

test('J14: from its register, a class is written to in three presses; the family reads it @desk', async ({
  page,
  site,
}) => {
  const { name, sessionId, person } = await bookClass(page, site, ['Wren', 'Finch'])

  await visit(page, addresses.register({ id: sessionId }))
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  const send = page.getByRole('button', { name: 'Send to 1 address' })
  await expect(send).toBeVisible()
  // Two children of one family are one address. Nothing is sent without words.
  await send.click()
  const question = page.getByRole('dialog')
  await expect(page.getByLabel(/^Subject/)).toHaveAttribute('aria-invalid', 'true')
  await expect(question).toHaveCount(0)
  await page.getByLabel(/^Subject/).fill('Bring wellies')
  // An error goes once its field is corrected.
  await expect(page.getByLabel(/^Subject/)).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello {first name}, {child} will need wellies.')
  await expectAccessible(page, 24)
  // What was typed is there after a reload.
  await page.reload()
  await expect(page.getByLabel(/^Subject/)).toHaveValue('Bring wellies')
  await send.click()
  await expect(question.getByRole('row', { name: new RegExp(`^To .*${name}`) })).toBeVisible()
  await question.getByRole('button', { name: 'Send it now' }).click()

  await expect(page.getByRole('heading', { name: 'Bring wellies' })).toBeVisible()
  await expect(page.getByText('About what they booked')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(name) })).toHaveAttribute(
    'href',
    addresses.register({ id: sessionId }),
  )
  await expect(page.getByRole('row', { name: new RegExp(`Robyn.*${person.email}.*Sent`) })).toBeVisible({
    timeout: 20_000,
  })
  await expectAccessible(page, 24)
  const [newest] = await person.api.notifications.list({})
  expect(newest).toMatchObject({ title: 'Bring wellies' })
  await visit(page, addresses.messages())
  await expect(page.getByRole('link', { name: 'Bring wellies' }).first()).toBeVisible()
})

test('a message to one class starts from “New”: its name, its date, and the question names both', async ({
  page,
  site,
}) => {
  const { name } = await bookClass(page, site, ['Wren'])
  await visit(page, addresses.newMessage())
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('date')
  await page.getByLabel('Which class?').fill(name)
  await page.getByRole('list', { name: 'Classes' }).getByRole('button', { name }).click()
  await expectAccessible(page, 24)
  await page.getByRole('list', { name: 'Dates' }).getByRole('button', { name: '1 booked' }).click()
  await expect(page.getByText(new RegExp(`^To .*${name}`))).toBeVisible()
  await page.getByLabel(/^Subject/).fill('Bring wellies')
  await page.getByRole('textbox', { name: 'Message' }).fill('It will rain.')
  await page.getByRole('button', { name: 'Send to 1 address' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: new RegExp(`^To .*${name}`) })).toBeVisible()
})
