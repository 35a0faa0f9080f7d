import { beforeEach, expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { longMoment } from '#domain/format-dates.ts'
import { sentences } from '#domain/sentences.ts'
import { guestOrderAddress } from '#server/features/orders/order-link.ts'
import { bookingRequest } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { clickCardPageButton, makeClassOrder, openPage, payByCard } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

const read = (path: string) => app.http.inject({ method: 'GET', url: path })
const addressOf = (orderNumber: string) =>
  new URL(guestOrderAddress(app.services.config, orderNumber, app.clock.now())).pathname

let guests = 0

/** Books a free place as a guest from a new address. Returns the order number, the session and the mail's link. */
async function bookAsGuest(fullName: string, email: string) {
  const offering = await makeOffering(app, {
    kind: 'parentSession',
    typeName: 'Sleep talk',
    venue: 'Harbour Loft',
  })
  const session = await makeSession(app, offering, { pricePence: 0 })
  const request = bookingRequest({ childIds: [], fullName, email }, session)
  guests += 1
  const { orders } = app.apiOf({ ip: `10.9.0.${guests}` })
  const placed = await orders.parentSession.place(request)
  expect(placed).toMatchObject({ totalPence: 0, status: 'pending' })
  const [text = ''] = await mailsTo(email)
  const link = /Confirm your place: (\S+)/.exec(text)?.[1] ?? ''
  return { orderNumber: placed.orderNumber, sessionId: session.id, path: new URL(link).pathname }
}

/** Returns the mails to an address, oldest first. */
async function mailsTo(email: string): Promise<string[]> {
  await app.runJobs()
  const mails = await app.db
    .selectFrom('mails')
    .select('body_text')
    .where('to_email', '=', email)
    .orderBy('id')
    .execute()
  return mails.map(mail => mail.body_text)
}

const confirm = (path: string) =>
  app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const bookingsOf = (sessionId: number) =>
  app.db
    .selectFrom('bookings')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['bookings.status', 'places_taken'])
    .where('session_id', '=', sessionId)
    .execute()

test("a guest's free place is kept for half an hour, and confirmed by the button behind the link", async () => {
  const email = 'gwen@example.test'
  const { orderNumber, path, sessionId } = await bookAsGuest('Gwen <b>Hale', email)
  // Mailbox scanners open links too, so opening alone confirms nothing.
  const answer = await read(path)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  for (const text of [
    'Confirm my place',
    longMoment(new Date('2026-11-23T09:30:00Z')),
    'Gwen &#60;b&#62;Hale',
    orderNumber,
  ])
    expect(answer.body).toContain(text)
  expect(await bookingsOf(sessionId)).toEqual([{ status: 'held', places_taken: 1 }])

  app.clock.set('2026-11-23T09:29:59Z')
  for (const _press of ['first', 'second']) {
    const pressed = await confirm(path)
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, path])
  }
  expect(await bookingsOf(sessionId)).toEqual([{ status: 'confirmed', places_taken: 1 }])
  const [, told, ...others] = await mailsTo(email)
  expect(told).toContain(`Your order: ${app.services.config.publicUrl}/guest-order/${orderNumber}/`)
  expect(others).toEqual([])
  app.clock.set('2026-11-23T12:00:00Z')
  const setting = { area: 'site', key: 'contactPhone', value: '0117 496 0142', format: 'text' } as const
  await writeRow(app.db, 'settings', setting)
  const later = await read(path)
  expect(later.body).toContain('Your place is confirmed')
  // One thing a line, the day first, and whom to contact about changes, because a guest cannot move a
  // booking.
  expect(later.body).toMatch(/<p class="when">[^<]+<\/p>\s*<p>Sleep talk for Gwen/)
  expect(later.body).toContain('<p class="quiet">Main hall, Harbour Loft')
  expect(later.body).toMatch(/Plans change\?[^<]+<a href="tel:01174960142">/)
  expect(later.body).toContain('Directions to Harbour Loft')
  // Once the office sets its own map link, that one is shown.
  const map_url = 'https://maps.example.test/loft'
  const { offering_id } = await rowOf(app.db, 'sessions', { id: sessionId })
  const { venue_id } = await rowOf(app.db, 'offerings', { id: offering_id })
  await changeRows(app.db, 'venues', { id: venue_id }, { map_url })
  expect((await read(path)).body).toContain(`<a href="${map_url}">Directions to Harbour Loft</a>`)
  // When and where come first.
  expect(later.body.indexOf('Sleep talk')).toBeLessThan(later.body.indexOf(orderNumber))
  expect(later.body).not.toContain('<button')
})

test("a guest's name never becomes a link in a mail to an address that may be another's", async () => {
  const email = 'target@example.test'
  const { path } = await bookAsGuest('prize.example.test/win now', email)
  await confirm(path)
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(2)
  for (const text of mails) {
    expect(text).not.toContain('prize')
    expect(text).toContain('Hello Guest,')
    expect(text).toContain('For: Guest')
  }
})

test('an unconfirmed free place is freed, and its address gets no further mail', async () => {
  const email = 'stranger@example.test'
  const { orderNumber, path, sessionId } = await bookAsGuest('A stranger', email)
  expect(await refusal(openPage(app, { orderNumber }))).toBe(sentences.notPayable)
  app.clock.set('2026-11-23T09:30:00Z')
  expect((await confirm(path)).statusCode).toBe(303)
  const { body } = await read(path)
  expect(body).toContain('It was not confirmed in time.')
  expect(body).not.toContain('<button')
  expect(await bookingsOf(sessionId)).toEqual([{ status: 'cancelled', places_taken: 0 }])
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a link that is changed, expired or for another order shows nothing', async () => {
  const mine = await bookAsGuest('Gwen Hale', 'gwen2@example.test')
  const theirs = await bookAsGuest('Tom Hale', 'tom@example.test')
  const [, , number = '', expires = '', signature = ''] = mine.path.split('/')
  for (const path of [
    `/guest-order/${theirs.orderNumber}/${expires}/${signature}`,
    `/guest-order/${number}/${Number(expires) + 1}/${signature}`,
    `/guest-order/${number}/${expires}/${signature.slice(0, -1)}`,
    `/guest-order/${number}/${expires}/${'A'.repeat(signature.length)}`,
    `/guest-order/${number}/NaN/${signature}`,
  ]) {
    for (const answer of [await read(path), await confirm(path)]) {
      expect(answer.statusCode, path).toBe(404)
      expect(answer.body).not.toContain('Hale')
    }
  }
  expect(await bookingsOf(theirs.sessionId)).toMatchObject([{ status: 'held' }])
  app.clock.set('2027-05-23T09:00:00Z')
  expect((await read(mine.path)).statusCode).toBe(404)
})

test("an account's order is not shown by a link, even a signed one", async () => {
  const { orderNumber } = await makeClassOrder(app)
  expect((await read(addressOf(orderNumber))).statusCode).toBe(404)
  const { guestReceipt } = app.visitor.ownBookings
  expect(await refusal(guestReceipt({ guestOrder: addressOf(orderNumber) }))).toBe(sentences.orderNotFound)
})

// Proves RES-06.
test('a guest who paid returns to the link of their order, and nobody else gets it', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering)
  const gwen = { childIds: [], fullName: 'Gwen Hale', email: 'gwen3@example.test' }
  const { orderNumber } = await app.visitor.orders.parentSession.place(bookingRequest(gwen, session))
  const back = await clickCardPageButton(await openPage(app, { orderNumber }), 'pay')
  const { pathname, search } = new URL(back)
  const comeBack = async (query: string) => (await read(pathname + query)).headers.location ?? ''
  const thanks = new URL(await comeBack(search), back)
  expect(thanks.pathname).toBe('/home/userInfo/paySuccess')
  expect(thanks.searchParams.get('type')).toBe('0')
  const page = await read(thanks.searchParams.get('guest_order') ?? '')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Gwen Hale')
  const guestOrder = thanks.searchParams.get('guest_order') ?? ''
  const { guestReceipt } = app.visitor.ownBookings
  expect(await guestReceipt({ guestOrder })).toMatchObject({
    orderNumber,
    buyer: 'Gwen Hale',
    status: 'paid',
  })
  for (const other of ['', orderNumber, guestOrder.replace(/.$/, sign => (sign === 'A' ? 'E' : 'A'))]) {
    expect(await refusal(guestReceipt({ guestOrder: other }))).toBe(sentences.orderNotFound)
  }
  // The number, or another page's reference, is not enough.
  for (const query of [`?order=${orderNumber}`, `?order=${orderNumber}&session=cs_test_0123456789`]) {
    expect(await comeBack(query)).toBe(addresses.paymentSucceeded({ type: 0, orderNumber }))
  }
  // An account finds its order after logging in.
  const ofAccount = await makeClassOrder(app)
  const own = new URL(await payByCard(app, ofAccount))
  expect(await comeBack(own.search)).toBe(
    addresses.paymentSucceeded({ type: 0, orderNumber: ofAccount.orderNumber }),
  )
})

test('a guest reads that the office cancelled their paid place, and only their own refund', async () => {
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }), {
    date: '2026-12-20',
  })
  const gwen = { childIds: [], fullName: 'Gwen Hale', email: 'gwen4@example.test' }
  const { orderNumber } = await app.visitor.orders.parentSession.place(bookingRequest(gwen, session))
  await clickCardPageButton(await openPage(app, { orderNumber }), 'pay')
  await app.cards.deliverPendingHooks()
  const booked = (await read(addressOf(orderNumber))).body
  expect(booked).toContain('Directions to')
  expect(booked).not.toContain('Cancelled')
  const office = await app.office('owner')
  const { places } = await office.orders.previewCancel({ number: orderNumber })
  const [place] = places
  await office.orders.cancelPlaces({
    ...{ number: orderNumber, method: 'card', reference: '', reason: 'She rang us' },
    places: [{ bookingId: place?.bookingId as number, refundPence: 0, rest: 'kept', returnCredits: false }],
    expected: { refundedPence: 0, keptPence: place?.payablePence as number, credits: 0 },
  })
  const { body } = await read(addressOf(orderNumber))
  expect(body).toContain('<p>Cancelled</p>')
  for (const text of ['Directions to', 'Refunded', 'goes back']) expect(body).not.toContain(text)
})
