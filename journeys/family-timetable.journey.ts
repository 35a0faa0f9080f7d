import { ofKind } from '#contract/addresses.ts'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { message } from './booking-dialog.ts'
import { placeOrder } from './kinds.ts'
import { expect, reload, signedInTest, test, visit } from './site-test.ts'
import { comingSessions, findSession, openTimetable, type Session, sessionCard, weekOf } from './timetable.ts'
import { today } from './today.ts'

signedInTest('the timetable knows what the family has in a class', async ({ page, person, visitor }) => {
  const isRoomy = ({ placesLeft, isPackOnly }: { placesLeft: number; isPackOnly: boolean }) =>
    placesLeft >= 4 && !isPackOnly
  const free = await findSession(visitor, one => isRoomy(one) && one.pricePence === 0)
  const unpaid = await findSession(visitor, one => isRoomy(one) && one.pricePence > 0)
  const full = await findSession(visitor, ({ placesLeft }) => placesLeft === 0)
  for (const session of [free, unpaid]) await placeOrder(person, 'class', session)
  const [child] = await person.api.children.list()
  const attendees = { who: 'children' as const, childIds: [child?.id as number] }
  await person.api.waitingLists.class.join({ offeringId: full.offeringId, sessionId: full.id, attendees })
  for (const [session, words] of [
    [free, /Booked: (Wren|Finch)/],
    [unpaid, /Kept for you until .*\d\d:\d\d/],
    [full, /Waiting: \d+(st|nd|rd|th)/],
  ] as const) {
    await openTimetable(page, session)
    await expect(sessionCard(page, session)).toContainText(words)
  }
})

signedInTest('a class that was put into the basket says so at once', async ({ page, visitor }) => {
  const session = await findSession(visitor, one => one.placesLeft >= 4 && !one.isPackOnly)
  await openTimetable(page, session)
  await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Wren').click()
  await dialog.getByRole('button', { name: 'Add to Basket' }).click()
  await expect(sessionCard(page, session)).toContainText('In your basket')
})

test('the address that a parent shares opens the session, and tells how to get there', async ({
  page,
  context,
  visitor,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const session = await findSession(visitor, ({ typeName }) => typeName === 'Little Hatchlings')
  const { address, directions } = await visitor.sessions.practical({ offeringId: session.offeringId })
  const shared = ofKind.class.timetable({ date: session.date, sessionId: session.id })
  await visit(page, shared)
  const details = page.getByRole('dialog', { name: 'Class Details' })
  for (const words of [address, directions, 'Your teacher', 'Priya', 'What to bring', 'If you cannot come']) {
    await expect(details).toContainText(words)
  }
  const map = details.getByRole('link', { name: 'Directions on a map' })
  await expect(map).toHaveAttribute('href', new RegExp(encodeURIComponent(address)))
  await details.getByRole('button', { name: 'Share' }).click()
  await expect(message(page, 'Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(shared)
  await expect(page).toHaveURL(ofKind.class.timetable({ date: session.date }))
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await reload(page)
  await expect(sessionCard(page, session)).toBeVisible()
  await expect(details).toHaveCount(0)
})

test('the waiting list of a class that is over says so at once', async ({ page, visitor }) => {
  const lastWeek = await weekOf(visitor, 'class', addDays(mondayOf(todayInLondon(new Date())), -7))
  const over = lastWeek.flatMap(({ sessions }) => sessions).find(({ placesLeft }) => placesLeft === 0)
  if (!over) throw new Error('the demo business had a full class last week')
  await openTimetable(page, over)
  await sessionCard(page, over).getByRole('button', { name: 'Waiting list' }).click()
  await expect(page.getByRole('dialog', { name: over.typeName })).toContainText(sentences.past)
})

test('a calendar with little in it points on to what is next', async ({ page, visitor }) => {
  const coming = await comingSessions(visitor, 'event', today)
  const camps = coming.filter(({ typeName }) => typeName === 'Stage in a Week')
  const nextWeek = addDays(mondayOf(today), 7)
  const [first, later] = [camps[0], camps.find(({ date }) => date >= nextWeek)]
  if (!first || !later) throw new Error('the demo business holds a camp in every sixth week')
  const { typeId, venueId } = first
  // A type's page points on from today, a calendar from the week after the one that it shows.
  const ways: [address: string, next: Session][] = [
    [ofKind.event.type({ typeId }), first],
    [ofKind.event.choice({ typeId, venueId }), later],
    [`${ofKind.event.timetable()}?type=${typeId}`, later],
  ]
  for (const [address, next] of ways) {
    await visit(page, address)
    await page.getByRole('link', { name: new RegExp(`^Next: .*, ${next.startTime}`) }).click()
    await expect(page).toHaveURL(new RegExp(`date=${next.date}`))
    await expect(sessionCard(page, next)).toBeVisible()
  }
})
