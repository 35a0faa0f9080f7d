import { expect, test } from 'vitest'
import type { AutomaticKind } from '#domain/office/automatic-mails.ts'
import { automaticKinds } from '#domain/office/automatic-mails.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { orderAutomaticMails } from './order-automatic-mails.ts'

const app = await startTestApp()
/** Signs in again, because the clock moves by months and a sign-in ends before. */
const signIn = (role: 'manager' | 'frontDesk' = 'manager') => app.office(role)
const peopleOf = (count: number) =>
  makeFamilies(app, count) as Promise<[Family, Family, Family, Family, Family, Family]>

const read = async (kind: AutomaticKind) => {
  const mail = (await (await signIn()).messages.automatic({})).find(one => one.kind === kind)
  if (!mail) throw new Error(`no automatic mail ${kind}`)
  return mail
}

/** Switches one automatic mail on, and the others off. */
async function switchOn(kind: AutomaticKind, given: { subject?: string; text?: string } = {}) {
  for (const one of automaticKinds) {
    const { subject, text, version } = await read(one)
    const isOn = one === kind
    await (await signIn()).messages.saveAutomatic({
      kind: one,
      version,
      subject,
      text,
      isOn,
      ...(isOn && given),
    })
  }
}

/** Lets the task run at this time, and sends what it ordered. */
async function runAt(time: string): Promise<void> {
  app.clock.set(time)
  await orderAutomaticMails(app.services)
  await app.runJobs()
}

const bookOn = async (date: string, family: Family, given: { isTrial?: boolean } = {}) => {
  const session = await makeSession(app, await makeOffering(app, {}), { date, startTime: '10:00' })
  const { accountId, childId } = family
  return { session, ...(await makeBooking(app, session.id, { accountId, childId, ...given })) }
}
const automaticTo = async ({ email }: { email: string }) =>
  (await rowsOf(app.db, 'mails', { to_email: email })).filter(mail => mail.once_key?.startsWith('message-'))

test('an automatic mail is off until somebody has saved its text', async () => {
  const family = await makeFamily(app)
  await bookOn('2026-11-25', family)
  expect((await (await signIn()).messages.automatic({})).map(({ isOn }) => isOn)).toEqual([
    false,
    false,
    false,
  ])
  await runAt('2026-11-24T16:00:00Z')
  expect(await automaticTo(family)).toEqual([])
  await expect(changeRows(app.db, 'automatic_mails', { kind: 'dayBefore' }, { is_on: true })).rejects.toThrow(
    'automatic_mails_looked_at',
  )
  const mail = await read('dayBefore')
  await (await signIn()).messages.saveAutomatic({ ...mailOf(mail), isOn: true })
  await runAt('2026-11-24T16:01:00Z')
  expect(await automaticTo(family)).toMatchObject([{ subject: 'See you tomorrow', purpose: 'message' }])
})

const mailOf = ({ kind, version, subject, text }: Awaited<ReturnType<typeof read>>) => ({
  ...{ kind, version, subject, text },
})

test('the day before, a family reads once what is booked, where and when, also under Notifications', async () => {
  await switchOn('dayBefore', { text: 'Hi {first name},\n\n{child} comes on {day}.' })
  const [family] = await peopleOf(1)
  const { session } = await bookOn('2026-11-28', family)
  await bookOn('2026-11-28', family)
  await bookOn('2026-11-29', family)
  await runAt('2026-11-27T15:59:00Z')
  expect(await automaticTo(family)).toEqual([])
  for (const minute of ['00', '01', '59']) await runAt(`2026-11-27T16:${minute}:00Z`)
  const mails = await automaticTo(family)
  expect(mails).toHaveLength(1)
  const venue = (await rowOf(app.db, 'offerings', { id: session.offeringId })).venue_id
  const { name } = await rowOf(app.db, 'venues', { id: venue })
  expect(mails[0]?.body_text.match(/Saturday 28 November 2026, 10:00–/g)).toHaveLength(2)
  expect(mails[0]?.body_text).toContain(name)
  expect(mails[0]?.body_text).toMatch(/Directions to/)
  const [notice] = await family.api.notifications.list()
  expect(notice?.title).toBe('See you tomorrow')
  const { items } = await (await signIn()).messages.list({})
  expect(items[0]).toMatchObject({ by: 'Automatic', about: 'Places on Saturday 28 November 2026', sent: 1 })
})

test('no reminder goes to a cancelled place, a frozen or closed family, or one that cannot come', async () => {
  await switchOn('dayBefore')
  const families = await peopleOf(6)
  const places = []
  for (const family of families) places.push(await bookOn('2026-12-02', family))
  const [cancelled, frozen, closed, absent, date, well] = families
  await changeRows(app.db, 'bookings', { id: places[0]?.bookingId }, { status: 'cancelled' })
  await changeRows(app.db, 'accounts', { id: frozen.accountId }, { frozen_at: app.clock.now() })
  await changeRows(app.db, 'accounts', { id: closed.accountId }, { status: 'closed' })
  await writeRow(app.db, 'told_absences', {
    ...{ booking_id: places[3]?.bookingId ?? 0, session_id: places[3]?.session.id ?? 0 },
    told_at: app.clock.now(),
  })
  await changeRows(app.db, 'sessions', { id: places[4]?.session.id }, { status: 'withdrawn' })
  await runAt('2026-12-01T16:00:00Z')
  for (const family of [cancelled, frozen, closed, absent, date]) {
    expect(await automaticTo(family)).toEqual([])
  }
  expect(await automaticTo(well)).toHaveLength(1)
})

test('a place that is cancelled after the reminder was decided is left out, until the mail server takes it', async () => {
  await switchOn('dayBefore')
  const [early, late] = await peopleOf(2)
  const first = await bookOn('2026-12-04', early)
  const second = await bookOn('2026-12-04', late)
  app.clock.set('2026-12-03T16:00:00Z')
  await orderAutomaticMails(app.services)
  // Mails are written, and the mail server cannot be reached.
  app.services.config.smtpUrl = 'smtp://127.0.0.1:1'
  await app.runJobs()
  await changeRows(app.db, 'bookings', { id: first.bookingId }, { status: 'cancelled' })
  await changeRows(
    app.db,
    'sessions',
    { id: second.session.id },
    { start_date: '2026-12-08', end_date: '2026-12-08' },
  )
  app.clock.advance(60)
  await app.runJobs()
  app.services.config.smtpUrl = undefined
  expect(await automaticTo(early)).toMatchObject([{ refusal: 'no longer due' }])
  expect(await automaticTo(late)).toMatchObject([{ refusal: 'no longer due' }])
  const { items } = await (await signIn()).messages.list({})
  expect(items[0]).toMatchObject({ sent: 0, givenUp: 0, leftOut: 2 })
})

/** Books a place on `day`, and expects its mail at `at` and not at `before`. */
async function expectMailBetween(before: string, at: string, day: string) {
  await switchOn('dayBefore')
  const family = await makeFamily(app)
  await bookOn(day, family)
  await runAt(before)
  expect(await automaticTo(family)).toEqual([])
  await runAt(at)
  expect(await automaticTo(family)).toHaveLength(1)
}

test.each([
  ['spring', '2027-03-27T15:59:00Z', '2027-03-27T16:00:00Z', '2027-03-28'],
  ['after spring', '2027-03-28T14:59:00Z', '2027-03-28T15:00:00Z', '2027-03-29'],
])('the day before follows the London clock when clocks change (%s)', async (_, before, at, day) => {
  await expectMailBetween(before, at, day)
})

test('a server that was down reminds until nine in the evening, and not later', async () => {
  await switchOn('dayBefore')
  const [first, second] = await peopleOf(2)
  await bookOn('2027-05-02', first)
  await runAt('2027-05-01T19:59:00Z')
  expect(await automaticTo(first)).toHaveLength(1)
  await bookOn('2027-05-04', second)
  app.clock.set('2027-05-03T19:59:00Z')
  await orderAutomaticMails(app.services)
  app.clock.set('2027-05-03T20:00:00Z')
  await app.runJobs()
  expect(await automaticTo(second)).toEqual([])
})

test('two days after a trial, only those who agreed to offers are asked, with a link that ends offers', async () => {
  await switchOn('afterTrial')
  const families = await peopleOf(4)
  const [agreed, declined, absent, booked] = families
  for (const { api } of [agreed, absent, booked]) {
    await api.accounts.saveOrigin({ wantsOffers: true, heardFrom: 'Other' })
  }
  await declined.api.accounts.saveOrigin({ wantsOffers: false, heardFrom: 'Other' })
  app.clock.set('2027-06-01T09:00:00Z')
  const places = []
  for (const family of families) places.push(await bookOn('2027-06-05', family, { isTrial: true }))
  await writeRow(app.db, 'told_absences', {
    ...{ booking_id: places[2]?.bookingId ?? 0, session_id: places[2]?.session.id ?? 0 },
    told_at: app.clock.now(),
  })
  const dates = await rowOf(app.db, 'sessions', { id: places[3]?.session.id })
  const { offering_id: id, kind, offering_type_id: typeId } = dates
  const again = await makeSession(app, { id, kind, typeId }, { date: '2027-06-12' })
  app.clock.advance(60)
  await makeBooking(app, again.id, { accountId: booked.accountId, childId: booked.childId })
  await runAt('2027-06-07T09:00:00Z')
  await runAt('2027-06-07T12:00:00Z')
  await runAt('2027-06-08T12:00:00Z')
  const [mail, ...more] = await automaticTo(agreed)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ purpose: 'offers', subject: 'How was the trial?' })
  expect(mail?.body_text).toMatch(/Unsubscribe: http/)
  expect(mail?.body_text).toContain('Our timetable: ')
  for (const family of [declined, absent, booked]) expect(await automaticTo(family)).toEqual([])
})

test('not paid yet: an order that is kept for days is reminded once, on the day before it ends', async () => {
  await switchOn('notPaid')
  app.clock.set('2027-07-01T11:00:00Z')
  const kept = await makeClassOrder(app, { date: '2027-07-20' })
  const short = await makeClassOrder(app, { date: '2027-07-20' })
  const paid = await makeClassOrder(app, { date: '2027-07-20' })
  const hold = (orderId: number, at: string) =>
    changeRows(app.db, 'orders', { id: orderId }, { hold_expires_at: at })
  await hold(kept.orderId, '2027-07-05T08:00:00Z')
  await hold(paid.orderId, '2027-07-05T08:00:00Z')
  for (const day of ['02', '03']) await runAt(`2027-07-${day}T09:30:00Z`)
  expect(await automaticTo(kept.account)).toEqual([])
  const paying = {
    status: 'paid',
    hold_expires_at: null,
    paid_at: app.clock.now(),
    payment_method: 'card',
  } as const
  const { total_pence: paid_pence } = await rowOf(app.db, 'orders', { id: paid.orderId })
  await changeRows(app.db, 'orders', { id: paid.orderId }, { ...paying, paid_pence })
  app.clock.set('2027-07-04T08:59:00Z')
  const asked = { kind: 'notPaid', subject: 'Not paid yet', text: 'Hi {first name}' } as const
  const { samples } = await (await signIn()).messages.previewAutomatic(asked)
  const previewed = samples.find(({ email }) => email === kept.account.email)
  // Anybody who has the link can pay, so staff do not see it.
  expect(previewed?.text).toMatch(/Pay £[\d.]+ by card: their own link/)
  expect(previewed?.text).not.toMatch(/\/pay\//)
  await runAt('2027-07-04T09:30:00Z')
  await hold(kept.orderId, '2027-07-06T08:00:00Z')
  await runAt('2027-07-05T09:30:00Z')
  const mails = await automaticTo(kept.account)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body_text).toMatch(/Pay £[\d.]+ by card: http:\/\/\S+\/pay\//)
  expect(mails[0]?.body_text).toContain(`Order number: ${kept.orderNumber}`)
  expect(await automaticTo(short.account)).toEqual([])
  expect(await automaticTo(paid.account)).toEqual([])
})

test('only those who may write to all change or preview automatic mails; a text that advertises is refused', async () => {
  const desk = await signIn('frontDesk')
  const mail = await read('dayBefore')
  expect(await refusal(desk.messages.automatic({}))).toBe('Your role does not allow this')
  expect(await refusal(desk.messages.saveAutomatic({ ...mailOf(mail), isOn: true }))).toBe(
    'Your role does not allow this',
  )
  expect(await refusal(desk.messages.previewAutomatic({ kind: 'dayBefore', subject: 'a', text: 'b' }))).toBe(
    'Your role does not allow this',
  )
  const save = (given: object) =>
    signIn().then(office => refusal(office.messages.saveAutomatic({ ...mailOf(mail), isOn: true, ...given })))
  expect(await save({ text: 'Our sale begins' })).toMatch(/^Is this advertising/)
  expect(await save({ text: 'Hi {surname}' })).toMatch(/^\{surname\} cannot/)
  expect(await save({ subject: ' ' })).toMatch(/^Please write a subject/)
  await (await signIn()).messages.saveAutomatic({ ...mailOf(mail), isOn: true })
  expect(await save({})).toMatch(/changed this/)
  // After a trial it is an offer anyway.
  const trial = await read('afterTrial')
  await (await signIn()).messages.saveAutomatic({ ...mailOf(trial), isOn: false, text: 'Our sale begins' })
})

test('a preview fills in the text for a real person, or for somebody invented', async () => {
  app.clock.set('2027-08-01T09:00:00Z')
  const nobody = await (await signIn()).messages.previewAutomatic({
    ...{ kind: 'dayBefore', subject: 'On {day}', text: 'Hi {first name}' },
  })
  expect(nobody).toMatchObject({ mailed: 0, samples: [{ name: 'Robin Hart' }] })
  const family = await makeFamily(app)
  await bookOn('2027-08-02', family)
  const { mailed, samples } = await (await signIn()).messages.previewAutomatic({
    ...{ kind: 'dayBefore', subject: 'On {day}', text: 'Hi {first name}' },
  })
  expect(mailed).toBe(1)
  expect(samples).toMatchObject([{ email: family.email, subject: 'On Monday 2 August 2027' }])
  expect(samples[0]?.text).toContain('Monday 2 August 2027, 10:00–')
})

test.each([
  ['autumn', '2027-10-30T14:59:00Z', '2027-10-30T15:00:00Z', '2027-10-31'],
  ['after autumn', '2027-10-31T15:59:00Z', '2027-10-31T16:00:00Z', '2027-11-01'],
])('the day before follows the London clock in autumn (%s)', async (_, before, at, day) => {
  await expectMailBetween(before, at, day)
})
