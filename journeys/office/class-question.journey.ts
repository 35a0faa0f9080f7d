import { ofKind } from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { chooseChild, confirmBooking } from '../booking-dialog.ts'
import { newPerson } from '../people.ts'
import { expect, signIn, test, visit } from '../site-test.ts'
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
