import { ofKind } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { creditText } from '#domain/prices.ts'
import { sentences } from '#domain/sentences.ts'
import { chooseChild, closeMessages, message, openBooking, total } from './booking-dialog.ts'
import { changeAnswers } from './calls-of-page.ts'
import { placeOrder } from './kinds.ts'
import { expect, reload, signedInTest, test, visit } from './site-test.ts'
import { comingSessions, findSession, openTimetable, type Session, sessionCard, weekOf } from './timetable.ts'
import { today } from './today.ts'

signedInTest(
  'the timetable shows what the family has booked in a class',
  async ({ page, person, visitor }) => {
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
      [full, /Waiting: (Wren|Finch), \d+(st|nd|rd|th)/],
    ] as const) {
      await openTimetable(page, session)
      await expect(sessionCard(page, session)).toContainText(words)
    }

    // An unpaid place is paid for from the session's card and from its details.
    await openTimetable(page, unpaid)
    const card = sessionCard(page, unpaid)
    const payNow = { name: 'Pay now' }
    await expect(card.getByRole('link', payNow)).toHaveAttribute('href', /order_sn=/)
    await expect(card.getByRole('button', { name: /Book Now|waiting list/i })).toHaveCount(0)
    await card.getByRole('heading', { name: unpaid.typeName }).getByRole('button').click()
    const details = page.getByRole('dialog', { name: 'Class Details' })
    await expect(details).toContainText('Kept for you')
    await details.getByRole('link', payNow).click()
    await expect(page).toHaveURL(/order_sn=/)
    await expect(page.getByRole('button', { name: /pay £/ })).toBeVisible()
  },
)

signedInTest('a class put into the basket shows that at once', async ({ page, visitor }) => {
  const session = await findSession(visitor, one => one.placesLeft >= 4 && !one.isPackOnly)
  await openTimetable(page, session)
  await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Wren').click()
  await dialog.getByRole('button', { name: 'Add to Basket' }).click()
  await expect(sessionCard(page, session)).toContainText('In your basket')
})

test('a shared address opens the session, and shows how to get there', async ({ page, context, visitor }) => {
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
  // As on a page without HTTPS.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await details.getByRole('button', { name: 'Share' }).click()
  await expect(message(page, /^This browser did not let us copy the link: http/)).toBeVisible()
  // After a reload, or for somebody else, the address shows the same.
  await expect(page).toHaveURL(shared)
  await reload(page)
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(page).toHaveURL(ofKind.class.timetable({ date: session.date }))
  await reload(page)
  await expect(sessionCard(page, session)).toBeVisible()
  await expect(details).toHaveCount(0)
})

test('the waiting list of a class that is over says so at once', { tag: '@phone' }, async ({
  page,
  visitor,
}) => {
  const lastWeek = await weekOf(visitor, 'class', addDays(mondayOf(today()), -7))
  const over = lastWeek.flatMap(({ sessions }) => sessions).find(({ placesLeft }) => placesLeft === 0)
  if (!over) throw new Error('the demo business had a full class last week')
  await openTimetable(page, over)
  await sessionCard(page, over).getByRole('button', { name: 'Waiting list' }).click()
  await expect(page.getByRole('dialog', { name: over.typeName })).toContainText(sentences.past)
})

test('a class that is over does not ask anybody to log in', { tag: '@desk' }, async ({ page, visitor }) => {
  const lastWeek = await weekOf(visitor, 'class', addDays(mondayOf(today()), -7))
  const over = lastWeek.flatMap(({ sessions }) => sessions).find(({ placesLeft }) => placesLeft > 0)
  if (!over) throw new Error('the demo business had a class with places last week')
  await openTimetable(page, over)
  await sessionCard(page, over).getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog', { name: over.typeName })
  await expect(dialog).toContainText(sentences.past)
  await dialog.getByRole('link', { name: 'See what is still to come' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/date=/)
})

signedInTest(
  'a dialog without any available choice says so, and has no button to press',
  { tag: '@phone' },
  async ({ page, visitor }) => {
    const session = await findSession(visitor, one => one.placesLeft >= 2 && !one.isPackOnly)
    await changeAnswers(page, contract.orders.class.preview, ({ sessions, ...rest }) => ({
      ...rest,
      sessions: sessions.map(offered => ({ ...offered, isBookable: false })),
    }))
    await openTimetable(page, session)
    await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
    const dialog = page.getByRole('dialog', { name: `Book ${session.typeName}` })
    await expect(dialog).toContainText('None of these dates can be booked.')
    await expect(dialog.getByRole('button', { name: /Book Now|Basket/ })).toHaveCount(0)
  },
)

test('a pack-only class says so to a visitor', { tag: '@desk' }, async ({ page, visitor }) => {
  const session = await findSession(visitor, ({ isPackOnly, placesLeft }) => isPackOnly && placesLeft > 0)
  await openTimetable(page, session)
  await sessionCard(page, session).getByRole('heading').getByRole('button').click()
  const details = page.getByRole('dialog', { name: 'Class Details' })
  await expect(details).toContainText('You need class credits for this.')
  await expect(details).toContainText(`One-off price${creditText(session.credits)}`)
  await details.getByRole('link', { name: 'See our class packs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Class Packs')
})

// Proves BOOK-25, BOOK-37, ERR-16.
signedInTest(
  'a class that takes credits shows its price in credits to a family without any',
  { tag: '@phone' },
  async ({ page, visitor }) => {
    const session = await findSession(visitor, ({ isPackOnly, placesLeft }) => isPackOnly && placesLeft > 0)
    const dialog = await openBooking(page, session)
    await expect(total(dialog)).toContainText(creditText(session.credits))
    await expect(total(dialog)).toContainText('You have none')
    await expect(total(dialog)).not.toContainText('£')
    await chooseChild(dialog, 'Wren')
    for (const button of ['Add to Basket', 'Book Now']) {
      await dialog.getByRole('button', { name: button }).click()
      await expect(message(page, sentences.packOnly)).toBeVisible()
      await closeMessages(page)
    }
    await expect(dialog.getByRole('link', { name: 'See our class packs' })).toBeVisible()
  },
)

signedInTest(
  'a family with too few credits for a pack-only class is told before the confirmation',
  { tag: '@desk' },
  async ({ page, visitor }) => {
    const session = await findSession(visitor, ({ isPackOnly, placesLeft }) => isPackOnly && placesLeft > 0)
    await changeAnswers(page, contract.orders.class.preview, preview => ({
      ...preview,
      creditBalance: 1,
      sessions: preview.sessions.map(offered => ({ ...offered, pricePence: 0, credits: 3 })),
    }))
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    await expect(dialog).toContainText('This takes 3 credits, and you have 1.')
    await expect(total(dialog)).toContainText('You have 1')
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await expect(message(page, sentences.packOnlyNotCovered)).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Please confirm' })).toHaveCount(0)
    await dialog.getByRole('link', { name: 'See our class packs' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Class Packs')
  },
)

test('a calendar with few sessions links to the next one', async ({ page, visitor }) => {
  const coming = await comingSessions(visitor, 'event', today())
  const camps = coming.filter(({ typeName, placesLeft }) => typeName === 'Stage in a Week' && placesLeft > 0)
  const nextWeek = addDays(mondayOf(today()), 7)
  const [first, later] = [camps[0], camps.find(({ date }) => date >= nextWeek)]
  const talk = (await comingSessions(visitor, 'parentSession', nextWeek)).find(
    ({ typeName }) => typeName === 'First Aid for Babies',
  )
  if (!first || !later || !talk) throw new Error('the demo business holds a camp in every sixth week')
  const { typeId, venueId } = first
  const sunday = addDays(nextWeek, -1)
  /**
   * The last day of this week with a session of the type. Before it, a phone's link leads to a day
   * of the same week.
   */
  const lastDayOf = async (kind: OfferingKind, typeId: number) => {
    const week = await visitor.offerings[kind].timetable({ startDate: mondayOf(today()), endDate: sunday })
    const last = week.findLast(
      ({ date, sessions }) => date >= today() && sessions.some(session => session.typeId === typeId),
    )
    return last?.date ?? sunday
  }
  const date = await lastDayOf('event', typeId)
  const dateOfTalks = await lastDayOf('parentSession', talk.typeId)
  // A calendar links to the next session after the week that it shows.
  const ways: [address: string, next: Session][] = [
    [`${ofKind.event.choice({ typeId, venueId })}&date=${date}`, later],
    [`${ofKind.event.timetable({ date })}&type=${typeId}`, later],
    [`${ofKind.parentSession.timetable({ date: dateOfTalks })}&type=${talk.typeId}`, talk],
  ]
  for (const [address, next] of ways) {
    await visit(page, address)
    await page.getByRole('link', { name: new RegExp(`^Next: .*, ${next.startTime}`) }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`date=${next.date}`))
    await expect(sessionCard(page, next)).toBeVisible()
    await expect(sessionCard(page, next).getByRole('heading').getByRole('button')).toBeFocused()
    await page.getByRole('button', { name: 'Back to this week' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Last week' })).toBeFocused()
  }
})
