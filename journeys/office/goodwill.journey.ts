import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { addDays, momentInLondon } from '#domain/calendar.ts'
import { pounds } from '#domain/money.ts'
import { planGoodwill, proposeForPlaces } from '#domain/office/goodwill.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { atMostBack } from '#domain/settlement.ts'
import { expectAccessible } from '../barriers.ts'
import { pay } from '../kinds.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'
import { beginDate, endUndo, movedTest } from './undo-over.ts'

/**
 * Finds a recent class whose families paid by card, and the refunds that the office proposes for
 * it.
 */
async function findPaidDate(owner: OfficeApi) {
  const week = await owner.planner.week({
    from: addDays(today(), -6),
    to: addDays(today(), -1),
    state: 'scheduled',
  })
  for (const { id: sessionId } of week.filter(
    ({ kind, taken }) => kind === 'class' && taken > 1 && taken < 9,
  )) {
    const { places, earlier } = await owner.cancelledDates.previewGoodwill({ sessionId })
    const plan = planGoodwill(places, proposeForPlaces(places, { lost: 1, of: 1 }), 'card')
    if (earlier.length === 0 && plan.refundedPence > 0 && plan.places === places.length)
      return { sessionId, places, plan }
  }
  throw new Error('No date of the last days was paid by card')
}

/** Opens the date and its refund panel. */
async function openPanel(page: Page, sessionId: number) {
  await visit(page, addresses.sessionTab({ id: sessionId, tab: 'details' }))
  await page.getByRole('button', { name: 'Give the money back' }).click()
  return page.getByRole('dialog', { name: 'Give the money back' })
}

movedTest(
  'the money of a begun date is refunded: undone once, then settled, and families are told',
  async ({ page, site }) => {
    movedTest.slow()
    const owner = await startStaffSession(page, site, 'owner')
    const { sessionId, places, plan } = await findPaidDate(owner)
    const press = async () => {
      const panel = await openPanel(page, sessionId)
      await expect(panel.getByRole('row', { name: 'Back to cards' })).toContainText(
        pounds(plan.refundedPence),
      )
      await expect(panel.getByRole('list', { name: 'Places' }).getByRole('listitem')).toHaveCount(
        places.length,
      )
      const give = panel.getByRole('button', { name: /^Give .* back$/ })
      await give.click()
      await expect(panel.getByRole('alert')).toHaveText(officeSentences.sayWhy)
      await expectAccessible(page, 24)
      await panel.getByLabel('Reason').fill('The heating failed')
      await panel.getByLabel('Note to the families').fill('The hall was cold.')
      await give.click()
      return page.getByRole('dialog', { name: /^Give .* back\?$/ })
    }
    const question = await press()
    await expect(question.getByRole('row', { name: 'Places' })).toContainText(`${places.length} of `)
    await expect(question.getByRole('row', { name: 'Back to cards' })).toContainText(
      pounds(plan.refundedPence),
    )
    await expect(question).toContainText(
      'The date stands, with all its places. You can undo this for 60 seconds.',
    )
    await expectAccessible(page, 24)
    await question.getByRole('button', { name: /^Give .* back$/ }).click()

    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Money back for a date')
    await expect(main.getByRole('status').first()).toHaveText(
      'The date stands. Nobody has been told yet, and nothing is refunded.',
    )
    await expectAccessible(page, 24)
    await main.getByRole('button', { name: 'Undo' }).click()
    await expect(main.getByRole('status').first()).toContainText(
      'Everything is as before, and nobody was told.',
    )

    await (await press()).getByRole('button', { name: /^Give .* back$/ }).click()
    await expect(main.getByRole('status').first()).toContainText('Nobody has been told yet')
    await endUndo(page, site)
    await expect(main.getByRole('status').first()).toHaveText(/Settled$/)
    await expect(main.getByRole('table', { name: 'Families' })).toContainText(/£\d+\.\d\d to the card/)
    await expectAccessible(page, 24)
    const id = Number(page.url().split('/').at(-1))
    const { orders } = await owner.cancelledDates.progress({ id })
    const told = orders.find(({ refundedPence, email }) => refundedPence > 0 && email !== '')
    const mail = await readMail(site, told?.email as string, /^Money back for your class on /)
    expect(mail.text).toContain(`${pounds(told?.refundedPence as number)} goes back to your card.`)
    expect(mail.text).toContain('The hall was cold.')
    expect(mail.text).not.toContain('The heating failed')

    const panel = await openPanel(page, sessionId)
    await expect(panel.getByRole('link', { name: /^Refunded before by Ann/ })).toBeVisible()
    await expect(panel).toContainText('Nothing of this date can be refunded')
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Register' }).click()
    await expect(main.getByRole('list', { name: 'Who comes' }).getByRole('listitem').first()).toBeVisible()
  },
)

test('the front desk may not refund a begun date; one that has not begun is cancelled instead @phone', async ({
  page,
  site,
}) => {
  const owner = await startStaffSession(page, site, 'owner')
  const { sessionId } = await findPaidDate(owner)
  const coming = await makeClass(owner, freshName('Lanterns'), { date: addDays(today(), 43) })
  await visit(page, addresses.sessionTab({ id: coming.sessionId, tab: 'details' }))
  await expect(page.getByRole('button', { name: 'Cancel the date' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Give the money back' })).toHaveCount(0)

  const desk = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.sessionTab({ id: sessionId, tab: 'details' }))
  await expect(page.getByRole('link', { name: 'The class and all its dates' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Give the money back' })).toHaveCount(0)
  await expect(desk.cancelledDates.previewGoodwill({ sessionId })).rejects.toThrow(officeSentences.notYours)
})

/**
 * Returns the day and minute in London at which a date begins soon, with time to book and pay
 * before.
 */
const soon = () => momentInLondon(new Date(Date.now() + 120_000)).split(' ') as [string, string]

movedTest(
  'the refund for lost days of a camp is their share, for one order and for all places @phone',
  async ({ page, site }) => {
    movedTest.slow()
    const owner = await startStaffSession(page, site, 'owner')
    const [date, startTime] = soon()
    const { offeringId, sessionId } = await makeClass(owner, freshName('Camp'), {
      ...{ date, endDate: addDays(date, 3), startTime, endTime: '23:59' },
    })
    const person = await newPerson(site, 'Robyn', ['Wren', 'Finch'])
    const { orderNumber } = await person.api.orders.class.place({
      ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
      attendees: { who: 'children', childIds: await childIdsOf(person) },
    })
    await pay(page, person, orderNumber)

    await startStaffSession(page, site, 'owner')
    await visit(page, addresses.order({ number: orderNumber }))
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const refund = page.getByRole('dialog', { name: 'Refund' })
    const ofWren = await refund.getByRole('option', { name: /^days lost of Wren/ }).getAttribute('value')
    await refund.getByLabel('For', { exact: true }).selectOption(ofWren)
    await expect(refund.getByLabel('Amount (£)')).toHaveValue('2.12')
    await refund.getByLabel('Days that were lost').selectOption('3 of 4 days')
    await expect(refund.getByLabel('Amount (£)')).toHaveValue('6.37')
    await refund.getByLabel('Days that were lost').selectOption('1 of 4 days')
    await expect(refund.getByLabel('Amount (£)')).toHaveValue('2.12')
    await refund.getByLabel('Reason').fill('Wren was ill on Tuesday')
    await expectAccessible(page, 24)
    await refund.getByRole('button', { name: 'Refund £2.12' }).click()
    await expect(page.getByText('£2.12 goes back to the card', { exact: true })).toBeVisible()

    await beginDate(site, sessionId)
    await visit(page, addresses.sessionTab({ id: sessionId, tab: 'details' }))
    await page.getByRole('button', { name: 'Give the money back' }).click()
    const panel = page.getByRole('dialog', { name: 'Give the money back' })
    await expect(panel.getByRole('row', { name: 'Back to cards' })).toContainText('£4.24 to 1 card')
    await panel.getByLabel('Days that were lost').selectOption('2 of 4 days')
    await expect(panel.getByRole('row', { name: 'Back to cards' })).toContainText('£8.50 to 1 card')
    const backForWren = panel.getByLabel(/^Money back for Wren/)
    await backForWren.fill('9')
    await expect(panel.getByText(atMostBack(850 - 212))).toBeVisible()
    await backForWren.fill('5')
    await panel.getByLabel('Reason').fill('The hall was flooded for two days')
    await expectAccessible(page, 24)
    await panel.getByRole('button', { name: 'Give £9.25 back' }).click()
    await page
      .getByRole('dialog', { name: 'Give £9.25 back?' })
      .getByRole('button', { name: 'Give £9.25 back' })
      .click()
    const main = page.getByRole('main')
    await expect(main.getByRole('status').first()).toContainText('Nobody has been told yet')
    await endUndo(page, site)
    await expect(main.getByRole('status').first()).toHaveText(/Settled$/)
    await expect(main.getByRole('row', { name: /Robyn/ })).toContainText('£9.25 to the card')
  },
)
