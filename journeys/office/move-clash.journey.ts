import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { expectAccessible } from '../barriers.ts'
import { childIdsOf, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('moving or rebooking a place says what else the child has at that time, and still works', async ({
  page,
  site,
}) => {
  const manager = await startStaffSession(page, site, 'manager')
  const [name, other] = [freshName('Moving'), freshName('Band')]
  const [first, second, third] = [addDays(today(), 30), addDays(today(), 37), addDays(today(), 44)]
  const moved = await makeClass(manager, name, { date: first, laterDates: [second, third] })
  const inTheWay = await makeClass(manager, other, { date: second, laterDates: [third] })
  const planned = await manager.planner.week({ from: third, to: third })
  const dearer = planned.find(({ offeringId }) => offeringId === moved.offeringId)
  await manager.planner.saveSessions({
    sessions: [{ id: dearer?.id ?? 0, version: dearer?.version ?? 0 }],
    ...{ changes: { pricePence: 1200 }, tell: false, reason: '' },
  })
  const family = await newPerson(site, 'Ines', ['Isla'])
  const accountId = (await manager.families.search({ words: family.email })).people[0]?.accountId ?? 0
  const book = async ({ offeringId }: { offeringId: number }, sessionIds: number[], totalPence: number) =>
    manager.deskBookings.place({
      ...{ accountId, offeringId, sessionIds, childIds: await childIdsOf(family), isTrial: false },
      ...{ raises: [], pay: 'desk', method: 'cash', reference: '' },
      expected: { totalPence, creditsUsed: 0 },
    })
  await book(moved, [moved.sessionId], 850)
  const [, last] = (await manager.planner.week({ from: second, to: third })).filter(
    ({ offeringId }) => offeringId === inTheWay.offeringId,
  )
  await book(inTheWay, [inTheWay.sessionId, last?.id ?? 0], 1700)

  const open = async () => {
    await visit(page, addresses.family({ id: accountId }))
    const place = page
      .getByRole('row')
      .filter({ hasText: name })
      .or(page.getByRole('listitem').filter({ hasText: name }))
    await place
      .getByRole('button', { name: /^Move Isla/ })
      .first()
      .click()
  }
  const panel = page.getByRole('dialog', { name: /^Move Isla/ })
  const clash = panel.getByText(`Isla is already booked into ${other} at 10:00 that day`)
  await open()
  await expect(clash).toHaveCount(0)
  await panel
    .getByRole('radio', { name: /12 free/ })
    .first()
    .click()
  await expect(clash).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByRole('button', { name: 'Move the place' }).click()
  await expect(page.getByText(/^Isla .* moved to .* They are told by mail$/)).toBeVisible()

  await open()
  await panel.getByRole('radio', { name: /£12\.00/ }).click()
  await panel.getByRole('radio', { name: 'Cancel it and book this date at today’s price' }).click()
  await expect(clash).toBeVisible()
  await panel.getByRole('radio', { name: 'Paid in cash' }).click()
  await panel.getByLabel('Reason').fill('They chose the long one')
  await panel.getByRole('button', { name: 'Book it · £12.00' }).click()
  await expect(page.getByText(/^Isla .* is booked for .* They are told by mail$/)).toBeVisible()
})
