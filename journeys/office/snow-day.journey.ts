import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { cancelDateSentences } from '#domain/office/cancelled-dates.ts'
import { expectAccessible } from '../barriers.ts'
import { pay } from '../kinds.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeFullDay } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'
import { endUndo, untilSettled } from './undo-over.ts'

/** Makes nine dates on one day at one venue. Two families have paid for all of them: 27 places. */
async function makeSnowDay(page: Page, site: string, inDays: number) {
  const owner = await startStaffSession(page, site, 'owner')
  const date = addDays(today(), inDays)
  const { offeringId, sessionIds, venueId } = await makeFullDay(owner, freshName('Sledges'), date)
  const families = [
    await newPerson(site, 'Robyn', ['Wren', 'Finch']),
    await newPerson(site, 'Gwen', ['Lark']),
  ]
  for (const person of families) {
    const { orderNumber } = await person.api.orders.class.place({
      ...{ offeringId, sessionIds, creditsWanted: 0, discountCode: '' },
      attendees: { who: 'children', childIds: await childIdsOf(person) },
    })
    await pay(page, person, orderNumber)
  }
  return { owner, date, venueId, families, sessionIds }
}

/** Opens the cancellation of a whole day at a venue in three presses, up to the question. */
async function cancelTheDay(page: Page, { date, venueId }: { date: string; venueId: number }) {
  await visit(page, `${addresses.registers()}?date=${date}&venueId=${venueId}`)
  await page.getByRole('button', { name: 'More for this day' }).click()
  await page.getByRole('button', { name: 'Cancel all 9 dates' }).click()
  const panel = page.getByRole('dialog', { name: 'Cancel 9 dates' })
  await expect(panel.getByRole('row', { name: 'Back to cards' })).toContainText('£229.50 to 2 cards')
  await panel.getByLabel('Note to the families').fill('The roads are closed.')
  await panel.getByRole('button', { name: 'Cancel 9 dates' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel 9 dates?' })
  await expect(question.getByRole('row', { name: 'Places' })).toContainText('27 of 2 families')
  await expect(question.getByRole('row', { name: 'Back to cards' })).toContainText('£229.50 to 2 cards')
  return question.getByRole('button', { name: 'Cancel 9 dates' })
}

test('J6: nine dates are cancelled, undone, cancelled again and settled, and families told once', async ({
  page,
  site,
}) => {
  test.setTimeout(300_000)
  const made = await makeSnowDay(page, site, 51)
  const { owner, families, sessionIds } = made
  await (await cancelTheDay(page, made)).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('9 cancelled dates')
  await expectAccessible(page, 24)
  await main.getByRole('button', { name: 'Undo' }).click()
  await expect(main.getByRole('status').first()).toContainText('nobody was told.')

  await (await cancelTheDay(page, made)).click()
  await expect(main.getByRole('status').first()).toContainText('Nobody has been told yet')
  await endUndo(page, site)
  await expect(main.getByRole('status').first()).toHaveText(/Settled$/, untilSettled)
  await expect(main.getByRole('row', { name: /Robyn/ })).toContainText('£153.00 to the card')
  await expect(main.getByRole('row', { name: /Gwen/ })).toContainText('£76.50 to the card')
  await expectAccessible(page, 24)
  for (const [index, { email }] of families.entries()) {
    const { text } = await readMail(site, email, /^Your classes on .* are cancelled$/)
    expect(text).toContain(`£${index === 0 ? '153.00' : '76.50'} goes back to your card.`)
    const mails = await (await fetch(`${site}/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()
    const told = (mails as { subject: string }[]).filter(({ subject }) => / cancelled$/.test(subject))
    expect(told).toHaveLength(1)
  }
  // The cancelled dates can be neither cancelled again nor restored.
  const asked = { sessionIds, settle: 'card' as const }
  await expect(owner.cancelledDates.preview(asked)).rejects.toThrow(/ did this at \d\d:\d\d$/)
  const id = Number(/(\d+)$/.exec(new URL(page.url()).pathname)?.[1])
  await expect(owner.cancelledDates.undo({ id })).rejects.toThrow(cancelDateSentences.undoOver)
})
