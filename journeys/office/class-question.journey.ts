import { ofKind } from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { classAsRead } from '#testing/make-class.ts'
import { expectAccessible } from '../barriers.ts'
import { chooseChild, confirmBooking } from '../booking-dialog.ts'
import { newPerson } from '../people.ts'
import { expect, signIn, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a class asks a question of its own, and the register shows the answer', async ({
  page,
  context,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Costumes')
  const date = '2028-03-21'
  const { offeringId, sessionId } = await makeClass(api, name, { date })
  const question = 'Which T-shirt size?'
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const form = page.getByRole('region', { name: 'The class' })
  await form.getByLabel('A question of your own').fill(question)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => api.planner.class({ id: offeringId })).toMatchObject({ question })

  const family = await newPerson(site, 'Ada', ['Wren', 'Finch'])
  await signIn(context, site, family)
  await visit(page, ofKind.class.timetable({ date }))
  const card = page.getByRole('listitem').filter({ hasText: name })
  await card.getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog', { name: /^Book / })
  await chooseChild(dialog, 'Wren')
  await chooseChild(dialog, 'Finch')
  await dialog.getByLabel(`${question} (Wren)`).fill('Age 5–6')

  // The answer given here is not asked for again in the basket.
  await dialog.getByRole('button', { name: 'Add to Basket' }).click()
  await expect(dialog).toHaveCount(0)
  await card.getByRole('button', { name: 'Book Now' }).click()
  await chooseChild(dialog, 'Wren')
  await expect(dialog.getByLabel(`${question} (Wren)`)).toHaveValue('Age 5–6')
  await chooseChild(dialog, 'Finch')
  await expect(dialog.getByLabel(`${question} (Finch)`)).toHaveValue('')
  await confirmBooking(page, dialog)
  await expect(page.getByText('This is a practice card page.')).toBeVisible()

  await visit(page, addresses.register({ id: sessionId }))
  const rows = page.getByRole('list', { name: 'Who comes' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Wren' })).toContainText(`${question} Age 5–6`)
  await expect(rows.filter({ hasText: 'Finch' })).toContainText(`${question} Not answered`)
  await page.emulateMedia({ media: 'print' })
  await expect(rows.getByText('Age 5–6')).toBeVisible()
})

test('the desk asks the class’s question for each child, and nobody has to answer @desk', async ({
  page,
  site,
}) => {
  const manager = await startStaffSession(page, site, 'manager')
  const name = freshName('Bibs')
  const question = 'Which size of bib?'
  const { offeringId, sessionId } = await makeClass(manager, name, { date: addDays(today(), 29) })
  await manager.planner.saveClass({ ...(await classAsRead(manager, offeringId)), question })
  const { email } = await newPerson(site, 'Bea', ['Wren', 'Finch'])
  const id = (await manager.families.search({ words: email })).people[0]?.accountId ?? 0
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Book for them' }).click()
  const panel = page.getByRole('dialog', { name: 'Book for Bea Hart' })
  await panel.getByLabel('Which class?').fill(name)
  const classes = panel.getByRole('list', { name: 'Classes' })
  await classes.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await panel.getByRole('button', { name: 'Both children' }).click()
  await panel.getByLabel(`${question} (Wren Hart)`).fill('Age 5–6')
  await expect(panel.getByLabel(`${question} (Finch Hart)`)).toHaveValue('')
  // What was typed stays while children and dates are chosen.
  await panel.getByRole('checkbox', { name: 'Finch Hart' }).click()
  await expect(panel.getByLabel(`${question} (Finch Hart)`)).toHaveCount(0)
  await panel.getByRole('checkbox', { name: 'Finch Hart' }).click()
  await expect(panel.getByLabel(`${question} (Wren Hart)`)).toHaveValue('Age 5–6')
  await expectAccessible(page, 24)
  await panel.getByRole('radio', { name: 'Paid in cash' }).check()
  await panel.getByRole('button', { name: 'Book 1 date for 2 · £17.00' }).click()
  await expect(page.getByText('2 places booked for Bea Hart')).toBeVisible()

  const [order] = (await manager.families.orders({ id })).items
  await visit(page, addresses.order({ number: order?.number ?? '' }))
  await expect(page.getByText(`${question} Age 5–6`)).toBeVisible()
  await expect(page.getByText(`${question} Not answered`)).toBeVisible()
  await visit(page, addresses.register({ id: sessionId }))
  const rows = page.getByRole('list', { name: 'Who comes' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Wren' })).toContainText(`${question} Age 5–6`)
  await expect(rows.filter({ hasText: 'Finch' })).toContainText(`${question} Not answered`)
})
