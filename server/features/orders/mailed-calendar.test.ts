import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { payByCard } from '#testing/make-order.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

/** Reads a mailed calendar with a parser that is not ours; a strict one throws at what breaks RFC 5545. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    const organiser = component.getFirstProperty('organizer')
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      organiser: [organiser?.getFirstParameter('cn'), organiser?.getFirstValue()],
      starts: event.startDate.toJSDate().toISOString(),
      ends: event.endDate.toJSDate().toISOString(),
      summary: event.summary,
      stamped: component.getFirstPropertyValue('dtstamp')?.toString(),
    }
  })
  return { method: calendar.getFirstPropertyValue('method'), events }
}

async function mailedCalendar(to: string, subject: RegExp) {
  const mails = (await rowsOf(app.db, 'mails', { to_email: to })).filter(mail => subject.test(mail.subject))
  expect(mails).toHaveLength(1)
  return parse(mails[0]?.calendar_text ?? '')
}

async function cancelDate(sessionId: number, { undo = false } = {}) {
  const office = await app.office('manager')
  const asked = { sessionIds: [sessionId], settle: 'card' as const }
  const { places, refundedPence, credits, moved, unpaidOrders } = await office.cancelledDates.preview(asked)
  const expected = { places, refundedPence, credits, moved, unpaidOrders }
  const { id } = await office.cancelledDates.cancel({ ...asked, note: '', expected })
  if (undo) await office.cancelledDates.undo({ id })
}

async function settle() {
  app.clock.advance(1.01)
  await app.runJobs()
}

test.each([
  ['one morning', { date: '2026-12-08' }],
  ['a camp of three days over the change of the clocks', { date: '2027-03-27', endDate: '2027-03-29' }],
])(
  'an independent parser finds every booked event in its cancellation, one revision higher: %s',
  async (_what, when) => {
    const offering = await makeOffering(app, { typeName: 'Tots; "Big", and \\ small' })
    const session = await makeSession(app, offering, { ...when, pricePence: 850 })
    const family = await makeFamily(app, { children: 2 })
    const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
    const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
    await payByCard(app, { orderNumber, orderId, account: family })
    await app.cards.deliverPendingHooks()
    await app.runJobs()
    const booked = await mailedCalendar(family.email, /Payment confirmed|booked|confirmed/i)
    expect(booked).toMatchObject({
      method: 'PUBLISH',
      events: [{ status: 'CONFIRMED' }, { status: 'CONFIRMED' }],
    })
    for (const { organiser } of booked.events) {
      expect(organiser).toEqual([expect.any(String), expect.stringMatching(/^mailto:\S+@\S+$/)])
    }

    await cancelDate(session.id)
    await settle()
    const cancelled = await mailedCalendar(family.email, / cancelled$/)
    expect(cancelled.method).toBe('CANCEL')
    expect(cancelled.events.map(({ stamped, ...event }) => event)).toEqual(
      booked.events.map(({ stamped, ...event }) => ({
        ...event,
        ...{ status: 'CANCELLED', sequence: event.sequence + 1 },
      })),
    )
  },
)

test('after Undo and a second cancelling the revision is higher than the last that was mailed', async () => {
  const session = await makeSession(app, await makeOffering(app), { pricePence: 850 })
  const family = await makeFamily(app)
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  await payByCard(app, { orderNumber, orderId, account: family })
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  const [booked] = (await mailedCalendar(family.email, /confirmed|booked/i)).events
  await cancelDate(session.id, { undo: true })
  await cancelDate(session.id)
  await settle()
  const [cancelled] = (await mailedCalendar(family.email, / cancelled$/)).events
  expect(cancelled).toMatchObject({ uid: booked?.uid, organiser: booked?.organiser, status: 'CANCELLED' })
  expect(cancelled?.sequence).toBeGreaterThan(booked?.sequence ?? 0)
})

test('a cancelled place takes its own entry out of the calendar, and leaves the other', async () => {
  const session = await makeSession(app, await makeOffering(app), { pricePence: 850 })
  const family = await makeFamily(app, { children: 2 })
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  await payByCard(app, { orderNumber, orderId, account: family })
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  const [booked] = (await mailedCalendar(family.email, /confirmed|booked/i)).events
  const office = await app.office('manager')
  const { places } = await office.orders.previewCancel({ number: orderNumber })
  const first = places.find(({ bookingId }) => booked?.uid.startsWith(`booking-${bookingId}@`))
  await office.orders.cancelPlaces({
    number: orderNumber,
    places: [{ bookingId: first?.bookingId ?? 0, refundPence: 850, rest: 'kept', returnCredits: false }],
    ...{ method: 'card', reference: '', reason: 'They rang us' },
    expected: { refundedPence: 850, keptPence: 0, credits: 0 },
  })
  await app.runJobs()
  const { method, events } = await mailedCalendar(family.email, /has been cancelled/)
  expect(method).toBe('CANCEL')
  expect(events).toMatchObject([
    { uid: booked?.uid, organiser: booked?.organiser, status: 'CANCELLED', starts: booked?.starts },
  ])
  expect(events[0]?.sequence).toBeGreaterThan(booked?.sequence ?? 0)
})
