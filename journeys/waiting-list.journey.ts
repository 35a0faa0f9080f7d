import { ofKind, waiting } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { spokenDays, spokenWhen } from '#web/ui/british-dates.ts'
import {
  changeOffered,
  childTick,
  chooseChild,
  confirmBooking,
  message,
  openBooking,
} from './booking-dialog.ts'
import { addressOf, holdBack, watchCalls } from './calls-of-page.ts'
import { expectMarked } from './form-notes.ts'
import { placeOrder, sessionKinds } from './kinds.ts'
import { childIdsOf, newPerson, readMail } from './people.ts'
import { setClockOf } from './set-clock.ts'
import { childlessTest, expect, logIn, reload, signedInTest, signIn, test, visit } from './site-test.ts'
import { findSession, findSessions, openTimetable, placesLeft, sessionCard } from './timetable.ts'
import { today } from './today.ts'

// Proves ERR-19.
signedInTest(
  'a freed place is reserved for the family that waited first @desk',
  async ({ page, browser, site, visitor, person }) => {
    const session = await findSession(
      visitor,
      ({ typeName, placesLeft: left, isPackOnly }) => typeName === 'Muddy Boots' && left === 1 && !isPackOnly,
    )
    const holder = await newPerson(site, 'Hilda', ['Ash'])
    const orderNumber = await placeOrder(holder, 'class', session)

    await openTimetable(page, session)
    const card = sessionCard(page, session)
    await expect(card).toContainText('Full')
    await expect(card.getByRole('button', { name: 'Book Now' })).toBeHidden()
    await card.getByRole('button', { name: 'Waiting list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Select Child' })
    await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(message(page, sentences.selectYourChild)).toBeVisible()
    await chooseChild(dialog, 'Wren')
    await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(message(page, sentences.successful)).toBeVisible()
    await expect(dialog).toBeHidden()
    const joined = await readMail(site, person.email, /^You are on the waiting list$/)
    expect(joined.text).toContain(`Your waiting lists: ${site}${waiting()}`)

    await holder.api.orders.class.cancel({ orderNumber })
    const mail = await readMail(site, person.email, /^A place is free for you$/)
    expect(mail.text).toContain('Wren')
    expect(mail.text).toContain(
      `Book the place: ${site}${ofKind.class.timetable({ date: session.date, sessionId: session.id })}`,
    )
    expect(await placesLeft(visitor, session)).toBe(0)
    const others = await browser.newContext({ baseURL: site })
    await setClockOf(others)
    await signIn(others, site, holder)
    const otherPage = await others.newPage()
    await visit(otherPage, `/home/classes?date=${session.date}`)
    const othersCard = sessionCard(otherPage, session)
    await expect(othersCard.getByRole('button', { name: 'Waiting list' })).toBeVisible()
    await others.close()

    await visit(page, '/home/userInfo/orderList')
    await page.getByRole('link', { name: 'Your waiting lists' }).click()
    const entry = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `${session.title} for Wren Hart` })
    await expect(entry).toContainText(/A place is kept for you until .*\d\d:\d\d/)
    const booking = ofKind.class.timetable({ date: session.date, sessionId: session.id })
    await expect(entry.getByRole('link', { name: 'Book it' })).toHaveAttribute('href', booking)
    // Opened from the mail, the page first shows a visitor's week, in which the class is full.
    await visit(page, booking)
    const details = page.getByRole('dialog', { name: 'Class Details' })
    await details.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(details).toBeHidden()
    const bookingDialog = page.getByRole('dialog', { name: `Book ${session.typeName}` })
    await chooseChild(bookingDialog, 'Wren')
    await confirmBooking(page, bookingDialog)
    await page.getByRole('button', { name: /^Pay / }).click()
    await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
    await readMail(site, person.email, /^Your booking is confirmed/)
    expect(await placesLeft(visitor, session)).toBe(0)
  },
)

test('a visitor who asks to wait can book if a place is reserved for them', {
  tag: '@phone',
}, async ({ page, site, visitor }) => {
  const session = await findSession(
    visitor,
    ({ typeName, pricePence, placesLeft: left, isPackOnly }) =>
      typeName !== 'Muddy Boots' && pricePence > 0 && left === 1 && !isPackOnly,
  )
  const [holder, person] = [await newPerson(site, 'Hilda', ['Ash']), await newPerson(site, 'Robyn', ['Wren'])]
  const childIds = await childIdsOf(person)
  // These two follow each other at once, because another test's family could join first and get the
  // offer.
  const orderNumber = await placeOrder(holder, 'class', session)
  await person.api.waitingLists.class.join({
    offeringId: session.offeringId,
    sessionId: session.id,
    attendees: { who: 'children', childIds },
  })
  await holder.api.orders.class.cancel({ orderNumber })
  await readMail(site, person.email, /^A place is free for you$/)

  await openTimetable(page, session)
  await sessionCard(page, session).getByRole('button', { name: 'Waiting list' }).click()
  await logIn(page, person)
  const booking = page.getByRole('dialog', { name: `Book ${session.typeName}` })
  await expect(booking).toBeVisible()

  // A reopened page shows the visitors' week first and then the family's places.
  await page.keyboard.press('Escape')
  await expect(booking).toBeHidden()
  const answer = await holdBack(page, addressOf(contract.offerings.class.timetable))
  await openTimetable(page, session)
  await sessionCard(page, session).getByRole('button', { name: 'Waiting list' }).click()
  const waiting = page.getByRole('dialog', { name: 'Select Child' })
  await expect(waiting).toContainText('is full')
  answer()
  await waiting.getByRole('button', { name: 'Book Now' }).click()
  await expect(booking).toBeVisible()
})

for (const { kind, tag } of sessionKinds) {
  // Proves EVT-56, WAIT-01 to WAIT-07.
  signedInTest(
    `one child is put on the waiting list, once: ${kind}`,
    { tag },
    async ({ page, visitor, person }) => {
      const waits = watchCalls(page, contract.waitingLists[kind].join)
      const session = await findSession(visitor, ({ placesLeft: left }) => left === 0, kind)
      const [wren] = (await person.api.children.list()).map(({ id }) => id)
      await openTimetable(page, session, kind)
      await sessionCard(page, session).getByRole('button', { name: session.typeName }).click()
      const details = page.getByRole('dialog', { name: 'Class Details' })
      await expect(details.getByRole('button', { name: 'Book' })).toHaveCount(0)
      await details.getByRole('button', { name: 'Join the waiting list' }).click()
      const dialog = page.getByRole('dialog', { name: 'Select Child' })
      const send = dialog.getByRole('button', { name: 'Join the waiting list' })
      await expect(childTick(dialog, 'Wren')).toBeVisible()
      await send.click()
      await expect(message(page, sentences.selectYourChild)).toBeVisible()
      await expectMarked(childTick(dialog, 'Wren'), 'Tick who is coming')
      expect(waits).toEqual([])
      await chooseChild(dialog, 'Finch')
      await chooseChild(dialog, 'Wren')
      await expect(childTick(dialog, 'Finch')).not.toBeChecked()
      await send.click()
      await expect(message(page, sentences.successful)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(waits).toEqual([
        {
          offeringId: session.offeringId,
          sessionId: session.id,
          attendees: { who: 'children', childIds: [wren] },
        },
      ])

      // The card of a waiting family links to its waiting lists. The details let another child
      // join.
      await expect(sessionCard(page, session).getByRole('link', { name: 'Your waiting lists' })).toBeVisible()
      await sessionCard(page, session).getByRole('button', { name: session.typeName }).click()
      await details.getByRole('button', { name: 'Join the waiting list' }).click()
      await chooseChild(dialog, 'Wren')
      await send.click()
      await expect(message(page, sentences.alreadyWaiting)).toBeVisible()
      await expect(dialog).toBeVisible()
    },
  )
}

signedInTest(
  'the waiting list of another date is joined from the booking, and the filters stay @phone',
  async ({ page, visitor }) => {
    const [session, full] = await findSessions(
      visitor,
      2,
      ({ placesLeft: left, isPackOnly }) => left >= 2 && !isPackOnly,
    )
    if (!session || !full) return
    const waits = watchCalls(page, contract.waitingLists.class.join)
    await changeOffered(page, contract.orders.class.preview, full, { placesLeft: 0, isBookable: false })
    const booking = await openBooking(page, session)
    const address = page.url()
    const when = spokenWhen(full, today())
    await chooseChild(booking, 'Wren')
    await booking.getByRole('button', { name: `Waiting list for ${when}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Select Child' })
    await expect(dialog).toContainText(when)
    // The session is in another week than the timetable behind the dialog.
    await reload(page)
    await expect(dialog).toContainText(when)
    // The child chosen for the booking stays chosen.
    await expect(childTick(dialog, 'Wren')).toBeChecked()
    await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
    // The server says that there are places after all.
    await expect(message(page, sentences.placesAvailable)).toBeVisible()
    expect(waits).toMatchObject([{ sessionId: full.id }])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(address)
  },
)

signedInTest(
  'a family that learns while booking that the date is full can wait for it',
  { tag: '@desk' },
  async ({ page, visitor }) => {
    const session = await findSession(visitor, ({ placesLeft: left, isPackOnly }) => left >= 2 && !isPackOnly)
    await changeOffered(page, contract.orders.class.preview, session, { placesLeft: 0, isBookable: false })
    await openTimetable(page, session)
    await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
    await page.getByRole('button', { name: `Waiting list for ${spokenWhen(session, today())}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Select Child' })
    // The timetable behind the dialog was loaded before the date was full.
    await expect(dialog).toContainText('is full')
    await expect(dialog.getByRole('button', { name: 'Join the waiting list' })).toBeVisible()
  },
)

// Proves WAIT-08.
childlessTest('a parent without children cannot wait', { tag: '@desk' }, async ({ page, visitor }) => {
  const waits = watchCalls(page, contract.waitingLists.class.join)
  const session = await findSession(visitor, ({ placesLeft: left }) => left === 0)
  await openTimetable(page, session)
  await sessionCard(page, session).getByRole('button', { name: 'Waiting list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select Child' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Add a child' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(message(page, sentences.selectYourChild)).toBeVisible()
  expect(waits).toEqual([])
})

signedInTest(
  'a family sees its position in a queue, and leaves it',
  async ({ page, site, visitor, person }) => {
    const session = await findSession(visitor, ({ placesLeft: left }) => left === 0)
    const ahead = await newPerson(site, 'Hilda', ['Ash'])
    for (const { api } of [ahead, person]) {
      const [child] = await api.children.list()
      const attendees = { who: 'children' as const, childIds: [child?.id ?? 0] }
      await api.waitingLists.class.join({ offeringId: session.offeringId, sessionId: session.id, attendees })
    }
    const [[before], [own]] = [await ahead.api.ownWaiting.list(), await person.api.ownWaiting.list()]
    const position = own?.position ?? 0
    expect(position).toBeGreaterThan(before?.position ?? Number.NaN)
    await visit(page, '/home/userInfo/waiting')
    const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'in the queue' })
    await expect(entry).toContainText(new RegExp(`^You are ${position}(st|nd|rd|th) in the queue`))
    await expect(entry).toContainText(`${session.title} for Wren Hart`)
    await expect(entry).toContainText(spokenDays(session.date, session.endDate, today()))
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    const press = async (answer: string) => {
      await entry.getByRole('button', { name: /^Leave/ }).click()
      await question.getByRole('button', { name: answer }).click()
    }
    await press('Stay on it')
    await expect(question).toBeHidden()
    await press('Leave')
    await expect(message(page, sentences.successful)).toBeVisible()
    await expect(entry).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'You are on no waiting list' })).toBeVisible()
    expect(await person.api.ownWaiting.list()).toEqual([])
  },
)
