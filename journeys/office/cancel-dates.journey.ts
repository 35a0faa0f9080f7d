import type { Page } from '@playwright/test'
import { bookings } from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { pay } from '../kinds.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, signIn, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'
import { endUndo, movedTest } from './undo-over.ts'

/** Makes a class with one date, in which a child has a paid place. */
async function makePaidDate(page: Page, site: string, inDays: number) {
  const owner = await startStaffSession(page, site, 'owner')
  const date = addDays(today(), inDays)
  const name = freshName('Sledges')
  const { offeringId, sessionId } = await makeClass(owner, name, { date })
  const person = await newPerson(site, 'Robyn', ['Wren'])
  const { orderNumber } = await person.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(person) },
  })
  await pay(page, person, orderNumber)
  return { owner, person, sessionId, date, name }
}

/** Opens the date and presses its buttons up to the question, which repeats the figures. */
async function cancelFromItsPage(page: Page, sessionId: number) {
  await visit(page, addresses.sessionTab({ id: sessionId, tab: 'details' }))
  await page.getByRole('button', { name: 'Cancel the date' }).click()
  const panel = page.getByRole('dialog', { name: 'Cancel the date' })
  await expect(panel.getByRole('row', { name: 'Back to cards' })).toContainText('£8.50 to 1 card')
  await expect(panel.getByRole('row', { name: 'Reward points taken back' })).toContainText('8')
  await panel.getByLabel('Note to the families').fill('The hall is flooded.')
  await panel.getByRole('button', { name: 'Cancel the date' }).click()
  return page.getByRole('dialog', { name: 'Cancel the date?' })
}

movedTest(
  'a date is cancelled and undone, then cancelled again, settled and announced',
  async ({ page, context, site }) => {
    movedTest.slow()
    const { person, sessionId, date, name } = await makePaidDate(page, site, 40)
    const question = await cancelFromItsPage(page, sessionId)
    await expect(question.getByRole('row', { name: 'Places' })).toContainText('1 of 1 family')
    await expect(question.getByRole('row', { name: 'Back to cards' })).toContainText('£8.50 to 1 card')
    await expect(question).toContainText('You can undo this for 60 seconds')
    await expectAccessible(page, 24)
    await question.getByRole('button', { name: 'Cancel the date' }).click()

    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('A cancelled date')
    await expect(main.getByRole('status').first()).toHaveText(
      'Sales have stopped. Nobody has been told yet, and nothing is settled.',
    )
    await expectAccessible(page, 24)
    await main.getByRole('button', { name: 'Undo' }).click()
    await expect(main.getByRole('status').first()).toContainText(
      'Everything is as before, and nobody was told.',
    )

    await (await cancelFromItsPage(page, sessionId)).getByRole('button', { name: 'Cancel the date' }).click()
    await expect(main.getByRole('status').first()).toContainText('Nobody has been told yet')
    await endUndo(page, site)
    await expect(main.getByRole('status').first()).toHaveText(/Settled$/)
    const told = main.getByRole('row', { name: /Robyn/ })
    await expect(told).toContainText('£8.50 to the card')
    await expectAccessible(page, 24)
    const mail = await readMail(site, person.email, /^Your class on .* is cancelled$/)
    expect(mail.text).toContain('£8.50 goes back to your card.')
    expect(mail.text).toContain('The hall is flooded.')
    expect(mail.text).toMatch(new RegExp(`What: .*${name}\\nWhen: .+\\nWhere: .+\\nFor: Wren`))

    await visit(page, `${addresses.registers()}?date=${date}`)
    const line = main.getByRole('link', { name: new RegExp(name) })
    await expect(line).toContainText(/Cancelled \d\d:\d\d by /)
    await expect(line.locator('s')).toHaveText(name)
    await expectAccessible(page, 24)
    await line.click()
    await expect(main.getByText('1 had been expected of 12')).toBeVisible()
    await expect(main.getByRole('list', { name: 'Who comes' })).toContainText('Wren')

    await visit(page, addresses.sessionTab({ id: sessionId, tab: 'details' }))
    const drawer = main
    await expect(drawer.getByText('Cancelled: 1 family, all settled')).toBeVisible()
    await expectAccessible(page, 24)
    await drawer.getByRole('link', { name: 'Who was told' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('A cancelled date')

    await signIn(context, site, person)
    await visit(page, bookings())
    await expect(page.getByRole('region', { name: 'Up next' }).getByText(/ for Wren Hart$/)).toHaveCount(0)
  },
)

test('the front desk cannot cancel a date @desk', async ({ page, site }) => {
  const owner = await startStaffSession(page, site, 'owner')
  const { sessionId } = await makeClass(owner, freshName('Sledges'), { date: addDays(today(), 41) })
  const desk = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.sessionTab({ id: sessionId, tab: 'details' }))
  await expect(page.getByRole('link', { name: 'The class and all its dates' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel the date' })).toHaveCount(0)
  const asked = { sessionIds: [sessionId], settle: 'card' as const }
  await expect(desk.cancelledDates.preview(asked)).rejects.toThrow(officeSentences.notYours)
})
