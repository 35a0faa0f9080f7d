import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import { addDays } from '#domain/calendar.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { auditDatabase } from '#server/audit/invariants.ts'
import { printFindings } from '#server/operating/run-audit.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { asRead } from '#testing/make-class.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, openPage, payByCard } from '#testing/make-order.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { auditAtNight } from './run-audit.ts'

test('J20: the office and the audit name a log row that was changed by hand', async () => {
  const app = await startTestApp()
  const owner = await app.office('owner')
  for (let press = 0; press < 3; press++) await owner.business.draftTexts({})
  const [, second] = await rowsOf(app.db, 'staff_actions')
  expect(await owner.health.chain({})).toMatchObject({ broken: [] })

  await sql`alter table staff_actions disable trigger staff_actions_append_only`.execute(app.db)
  await changeRows(app.db, 'staff_actions', { id: second?.id }, { reason: 'as if nothing had happened' })
  expect((await owner.health.chain({})).broken).toEqual([`action ${second?.id}`])
  const printed: string[] = []
  printFindings(await auditDatabase(app.db, app.clock.now()), line => printed.push(line))
  expect(printed.join('\n')).toMatch(new RegExp(` 1 +35\\..*action ${second?.id}`))
  const run = await owner.health.runAudit({})
  expect(run.broken.map(({ number }) => number)).toEqual([35])
  expect((await owner.health.get({})).lastAudit).toEqual(run)
})

test('the nightly audit is stored, and a failing job is retried by a button', async () => {
  const app = await startTestApp()
  await app.office('owner')
  const manager = await app.office('manager')
  expect((await manager.health.get({})).lastAudit).toBeNull()
  await auditAtNight(app.services)
  expect((await manager.health.get({})).lastAudit).toMatchObject({ by: null, broken: [] })

  const later = new Date(app.clock.now().getTime() + 3_600_000)
  const id = await writeRow(app.db, 'jobs', {
    kind: 'clear-old-rows',
    payload: '{}',
    run_at: later,
    attempts: 3,
    last_error: 'Error',
  })
  expect((await manager.health.get({})).jobs).toMatchObject([
    { id, what: 'Clear old data', attempts: 3, lastError: 'Error' },
  ])
  expect((await manager.health.today({})).failing).toBe(1)
  await manager.health.retryJob({ id })
  await app.runJobs()
  expect((await manager.health.get({})).jobs).toEqual([])
  await expect(manager.health.retryJob({ id })).rejects.toThrow('This was not found')
  const toCome = await writeRow(app.db, 'jobs', { kind: 'clear-old-rows', payload: '{}', run_at: later })
  await expect(manager.health.retryJob({ id: toCome })).rejects.toThrow('This was not found')
})

test('a shortened list says how many entries there are in all', async () => {
  const app = await startTestApp()
  const desk = await app.office('frontDesk')
  const run_at = new Date(app.clock.now().getTime() - 3_600_000)
  await app.db
    .insertInto('jobs')
    .values(Array.from({ length: 51 }, () => ({ kind: 'clear-old-rows', payload: '{}', run_at })))
    .execute()
  const { jobs, jobsInAll, mismatchedInAll } = await (await app.office('manager')).health.get({})
  expect([jobs.length, jobsInAll, mismatchedInAll]).toEqual([50, 51, 0])
  const offering = await makeOffering(app)
  for (let day = 1; day <= 13; day++) await makeSession(app, offering, { date: addDays('2026-11-23', day) })
  const { thin, thinInAll } = await desk.health.today({})
  expect([thin?.length, thinInAll]).toEqual([12, 13])
})

test("Today shows today's classes, and each member sees only permitted rows of the log", async () => {
  const app = await startTestApp()
  const [owner, manager, desk] = [
    await app.office('owner'),
    await app.office('manager'),
    await app.office('frontDesk'),
  ]
  const offering = await makeOffering(app, { venue: 'Larkfield Hall' })
  const session = await makeSession(app, offering, { date: '2026-11-23', startTime: '10:00' })
  const today = await desk.health.today({})
  expect(today.sessions).toMatchObject([{ venue: 'Larkfield Hall', startTime: '10:00', taken: 0 }])
  expect(today.thin).toHaveLength(1)
  // Places that are reserved for the waiting list count as taken, as in the planner.
  await changeRows(app.db, 'sessions', { id: session.id }, { places_offered: 4 })
  expect((await desk.health.today({})).thin).toEqual([])
  await changeRows(app.db, 'sessions', { id: session.id }, { places_offered: 0 })
  expect(today).toMatchObject({ failing: null, payments: null })
  expect((await manager.health.today({})).payments).toBe('test')
  // A teacher sees only their own sessions.
  expect(await (await app.office('teacher')).health.today({})).toMatchObject({ sessions: [], thin: [] })
  await makeBooking(app, session.id, await makeFamily(app))
  expect((await desk.health.today({})).newOrders).toBe(1)
  // Counted as in the list to which the number links: paid since yesterday.
  expect((await desk.orders.list({ paidFrom: '2026-11-22' })).total).toBe(1)
  app.clock.advance(24 * 60)
  expect((await (await app.office('frontDesk')).health.today({})).newOrders).toBe(1)
  app.clock.advance(24 * 60)
  expect((await (await app.office('frontDesk')).health.today({})).newOrders).toBe(0)
  app.clock.advance(-48 * 60)

  await owner.business.draftTexts({})
  await manager.business.draftTexts({})
  const seen = async (who: typeof owner) => (await who.health.log({})).items.map(({ action }) => action)
  expect(await seen(owner)).toEqual(['business.draftTexts', 'business.draftTexts'])
  expect(await seen(manager)).toHaveLength(2)
  expect(await seen(desk)).toEqual([])
  expect((await owner.health.log({ limit: 1 })).next).not.toBeNull()
  expect((await owner.health.log({ words: 'nobody' })).total).toBe(0)
  expect((await owner.health.log({ words: 'site’s TEXTS' })).total).toBe(2)
  expect((await owner.health.log({ words: 'ann per' })).total).toBe(2)
  expect((await owner.health.log({ day: '2026-11-23' })).total).toBe(2)
  expect((await owner.health.log({ day: '2026-11-22' })).total).toBe(0)

  // A manager sees everything but owners' sign-ins and sign-outs, so also what an owner did to dates.
  await owner.planner.hide({ sessions: await asRead(app.db, [session.id]), isHidden: true })
  await owner.session.endOthers({})
  await manager.session.endOthers({})
  expect((await seen(owner)).slice(0, 3)).toEqual(['session.end', 'session.end', 'session.hide'])
  expect((await seen(manager)).slice(0, 2)).toEqual(['session.end', 'session.hide'])
})

test('Today tells a teacher which registers are open, and their next day with a date', async () => {
  const app = await startTestApp()
  app.clock.set('2026-11-23T13:00:00Z')
  const { staffId, token } = await makeStaff(app, { role: 'teacher' })
  const teacher = makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
  const offering = await makeOffering(app)
  const taught = async (date: string, startTime: string, endTime: string) => {
    const session = await makeSession(app, offering, { date, startTime, endTime })
    await writeRow(app.db, 'session_teachers', { session_id: session.id, staff_id: staffId })
    return session.id
  }
  const over = await taught('2026-11-23', '09:00', '10:00')
  const later = await taught('2026-11-28', '10:00', '11:00')
  const { sessions, thin, next } = await teacher.health.today({})
  expect(sessions).toMatchObject([{ id: over, opensRegister: false }])
  expect(thin).toMatchObject([{ id: later, opensRegister: false }])
  expect(next).toBe('2026-11-28')
  expect(await refusal(teacher.registers.get({ sessionId: over }))).toBe(peopleSentences.registerClosed)
  const desk = await app.office('frontDesk')
  expect((await desk.health.today({})).sessions).toMatchObject([{ id: over, opensRegister: true }])
  expect((await desk.health.today({})).next).toBe('2026-11-28')

  const soon = await taught('2026-11-23', '15:00', '16:00')
  const tomorrow = await taught('2026-11-24', '10:00', '11:00')
  const now = await teacher.health.today({})
  expect(now.sessions?.map(({ id, opensRegister }) => [id, opensRegister])).toEqual([
    [soon, true],
    [over, false],
  ])
  expect(now.next).toBe('2026-11-24')
  await teacher.registers.get({ sessionId: tomorrow })
})

test('Today shows the sessions of Registers: each day of a camp, and hidden dates with bookings', async () => {
  const app = await startTestApp()
  const offering = await makeOffering(app)
  const days = { date: '2026-11-23', endDate: '2026-11-27' }
  const camp = await makeSession(app, offering, { ...days, startTime: '09:00', endTime: '15:00' })
  const hidden = await makeSession(app, offering, { date: '2026-11-24', startTime: '10:00' })
  await makeBooking(app, hidden.id, await makeFamily(app))
  await changeRows(app.db, 'sessions', { id: hidden.id }, { status: 'withdrawn' })
  await makeSession(app, offering, {
    date: '2026-11-24',
    startTime: '11:00',
    endTime: '12:00',
    status: 'withdrawn',
  })

  app.clock.set('2026-11-24T08:00:00Z')
  const desk = await app.office('frontDesk')
  const { sessions, sessionsInAll } = await desk.health.today({})
  expect(sessions).toMatchObject([
    { id: camp.id, isOver: false, isWithdrawn: false },
    { id: hidden.id, isWithdrawn: true },
  ])
  const registers = await desk.registers.day({ date: '2026-11-24' })
  expect(registers.sessions.map(({ id }) => id).sort()).toEqual([camp.id, hidden.id].sort())
  expect(sessionsInAll).toBe(registers.sessions.length)
  app.clock.set('2026-11-28T08:00:00Z')
  const after = await (await app.office('frontDesk')).health.today({})
  expect(after).toMatchObject({ sessions: [], sessionsInAll: 0 })
})

test('on a long day Today shows current sessions first, their number, and expiring orders', async () => {
  const app = await startTestApp()
  const desk = await app.office('frontDesk')
  const offering = await makeOffering(app)
  for (let hour = 0; hour < 14; hour++) {
    const [startTime, endTime] = [`${8 + hour}:00`, `${8 + hour}:45`].map(time => time.padStart(5, '0'))
    await makeSession(app, offering, { date: '2026-11-23', startTime, endTime })
  }
  app.clock.set('2026-11-23T12:50:00Z')
  const { sessions, sessionsInAll } = await desk.health.today({})
  expect(sessionsInAll).toBe(14)
  expect(sessions).toHaveLength(12)
  expect(sessions?.[0]?.startTime).toBe('13:00')
  expect(sessions?.slice(9).map(({ startTime }) => startTime)).toEqual(['08:00', '09:00', '10:00'])
  expect(sessions?.map(({ isOver }) => isOver).indexOf(true)).toBe(9)

  const order = await makeClassOrder(app)
  expect((await desk.health.today({})).unpaid).toEqual({ count: 1, endWithinTheHour: 1 })
  const inTwoHours = new Date(app.clock.now().getTime() + 2 * 3_600_000)
  await changeRows(app.db, 'orders', { id: order.orderId }, { hold_expires_at: inTwoHours })
  expect((await desk.health.today({})).unpaid).toEqual({ count: 1, endWithinTheHour: 0 })
})

test('Today counts unpaid orders like their list, and an enquiry’s days in London time', async () => {
  const app = await startTestApp()
  app.clock.set('2026-07-02T12:00:00Z')
  const desk = await app.office('frontDesk')
  await makeClassOrder(app)
  const differs = await makeClassOrder(app)
  await openPage(app, differs)
  await changeRows(app.db, 'payments', { order_id: differs.orderId }, { status: 'mismatched' })
  const listed = await desk.orders.list({ state: 'unpaid' })
  expect(listed.total).toBe(1)
  expect((await desk.health.today({})).unpaid).toEqual({ count: 1, endWithinTheHour: 1 })

  const enquiry = { kind: 'feedback', name: 'Nora', content: 'Hello' } as const
  await writeRow(app.db, 'enquiries', { ...enquiry, created_at: new Date('2026-07-01T23:30:00Z') })
  expect((await desk.health.today({})).openEnquiries).toEqual({ count: 1, oldest: '2026-07-02' })
})

test('Health distinguishes paid pages from expired ones, and shows hooks and stopped tasks', async () => {
  const app = await startTestApp()
  const manager = await app.office('manager')
  app.services.lastRuns.set('jobs', { at: app.clock.now(), everySeconds: 1 })
  expect(await manager.health.get({})).toMatchObject({
    lastPaymentAt: null,
    lastHookAt: null,
    work: [{ name: 'Run background jobs', standsStill: false }],
  })
  const order = await makeClassOrder(app)
  await openPage(app, order)
  const settled_at = app.clock.now()
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { status: 'expired', settled_at })
  await writeRow(app.db, 'payment_events', { event_id: 'evt_1', type: 'any', received_at: settled_at })
  await writeRow(app.db, 'audit_runs', {
    at: settled_at,
    milliseconds: 1,
    rules: 100,
    broken: JSON.stringify([{ number: 35, rule: 'whole', violations: 1, examples: ['action 1'] }]),
  })
  app.clock.advance(31)
  expect(await manager.health.get({})).toMatchObject({
    lastPaymentAt: null,
    lastHookAt: settled_at.toISOString(),
    work: [{ standsStill: true }],
  })
  expect((await manager.health.today({})).failing).toBe(1)
})

test('the bell counts enquiries, failing jobs, payments and mails for those they concern', async () => {
  const app = await startTestApp()
  const [manager, desk, teacher] = [
    await app.office('manager'),
    await app.office('frontDesk'),
    await app.office('teacher'),
  ]
  const nothing = {
    newEnquiries: 0,
    failingJobs: 0,
    mismatched: 0,
    refundsFailed: 0,
    disputes: 0,
    askedRefunds: 0,
    toRing: 0,
    expectedLate: 0,
    refusedMails: 0,
  }
  expect(await manager.health.bell({})).toEqual(nothing)
  await app.visitor.enquiries.sendFeedback({
    name: 'Nora',
    contact: 'n@example.test',
    title: '',
    content: 'Hello',
  })
  const now = app.clock.now()
  await writeRow(app.db, 'jobs', { kind: 'clear-old-rows', payload: '{}', run_at: now, last_error: 'Error' })
  const order = await makeClassOrder(app)
  await openPage(app, order)
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { status: 'mismatched' })
  const mail = { to_email: 'no@example.test', subject: 'A', body_text: '', purpose: 'order', created_at: now }
  await writeRow(app.db, 'mails', { ...mail, refused_at: now, refusal: '550' })
  await writeRow(app.db, 'mails', { ...mail, refused_at: now, refusal: 'too late' })
  const yesterday = new Date(now.getTime() - 25 * 3_600_000)
  await writeRow(app.db, 'mails', { ...mail, refused_at: yesterday, refusal: '550' })
  expect(await manager.health.bell({})).toEqual({
    newEnquiries: 1,
    failingJobs: 1,
    mismatched: 1,
    refundsFailed: 0,
    disputes: 0,
    askedRefunds: 0,
    toRing: 0,
    expectedLate: 0,
    refusedMails: 2,
  })
  const unseen = {
    failingJobs: null,
    mismatched: null,
    refundsFailed: null,
    disputes: null,
    askedRefunds: null,
    refusedMails: null,
  }
  expect(await desk.health.bell({})).toEqual({ newEnquiries: 1, toRing: 0, expectedLate: 0, ...unseen })
  expect(await teacher.health.bell({})).toEqual({
    ...{ newEnquiries: null, toRing: null, expectedLate: null },
    ...unseen,
  })
})

test("Health counts only the day's mails of a practice mailbox, which keeps all", async () => {
  const app = await startTestApp()
  const mail = { to_email: 'no@example.test', subject: 'A', body_text: '', purpose: 'order' }
  for (const hours of [1, 50]) {
    const created_at = new Date(app.clock.now().getTime() - hours * 3_600_000)
    await writeRow(app.db, 'mails', { ...mail, created_at })
  }
  const { mails } = await (await app.office('manager')).health.get({})
  expect(mails).toEqual({ sent: 0, waiting: 1, refused: 0, arePractised: true })
})

test('Health counts mails on the day they were sent or refused, and all that wait', async () => {
  const app = await startTestApp({ config: { smtpUrl: 'smtp://mail.example.test' } })
  const manager = await app.office('manager')
  const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000)
  const mail = { to_email: 'no@example.test', subject: 'A', body_text: '', purpose: 'order' }
  const write = (hours: number, more = {}) =>
    writeRow(app.db, 'mails', { ...mail, created_at: hoursAgo(hours), ...more })
  // Postponed for days, and then given up.
  await write(100, { refused_at: hoursAgo(1), refusal: '450' })
  await write(30, { refused_at: hoursAgo(25), refusal: '550' })
  await write(26, { sent_at: hoursAgo(2) })
  await write(1, { sent_at: hoursAgo(1) })
  await write(26, { sent_at: hoursAgo(25) })
  await write(50)
  const { mails } = await manager.health.get({})
  expect(mails).toMatchObject({ sent: 2, waiting: 1, refused: 1 })
  expect((await manager.health.bell({})).refusedMails).toBe(mails.refused)
})

test('Today adds up who is here and who waits, and compares the month with the same days of the last', async () => {
  const app = await startTestApp()
  app.clock.set('2026-12-05T10:30:00Z')
  await app.office('owner')
  const [{ id: staffId } = { id: 0 }] = await rowsOf(app.db, 'staff')
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { date: '2026-12-05', startTime: '10:00', capacity: 9 })
  for (const state of ['here', 'late', 'left', 'absent'] as const) {
    const { bookingId } = await makeBooking(app, session.id, await makeFamily(app))
    const at = app.clock.now()
    await app.db
      .insertInto('register_marks')
      .values({
        ...{ id: crypto.randomUUID(), session_id: session.id, on_day: '2026-12-05', booking_id: bookingId },
        ...{ state, marked_at: at, received_at: at, staff_id: staffId },
      })
      .execute()
  }
  const waits = { kind: 'class' as const, offering_id: offering.id, name: 'Ann', created_at: app.clock.now() }
  for (const [nth, status] of (['waiting', 'waiting', 'withdrawn'] as const).entries()) {
    const email = `waits${nth}@example.test`
    await writeRow(app.db, 'waiting_entries', { ...waits, session_id: session.id, email, status })
  }
  await makeSession(app, offering, { date: '2026-12-06', startTime: '10:00', capacity: 9 })
  const desk = await app.office('frontDesk')
  const { sessions, ofToday } = await desk.health.today({})
  expect(ofToday).toEqual({ sessions: 1, taken: 4, capacity: 9, here: 2, waiting: 2 })
  expect(sessions).toMatchObject([{ id: session.id, taken: 4, here: 2, waiting: 2 }])
  expect(await (await app.office('teacher')).health.today({})).toMatchObject({
    ofToday: { sessions: 0, taken: 0, capacity: 0, here: 0, waiting: 0 },
    moneyMonth: null,
  })

  // Once the class is over nobody is here any longer; the class says how many came.
  app.clock.set('2026-12-05T12:00:00Z')
  const over = await (await app.office('frontDesk')).health.today({})
  expect(over.ofToday).toMatchObject({ here: 0 })
  expect(over.sessions).toMatchObject([{ id: session.id, isOver: true, here: 3 }])

  const paid = async (moment: string, pricePence: number) => {
    app.clock.set(moment)
    await payByCard(app, await makeClassOrder(app, { pricePence, date: '2027-03-05' }))
    await app.cards.deliverPendingHooks()
  }
  const month = async () => (await (await app.office('manager')).health.today({})).moneyMonth
  await paid('2027-01-30T10:00:00Z', 850)
  await paid('2027-01-31T10:00:00Z', 1200)
  await paid('2027-02-28T10:00:00Z', 900)
  expect(await month()).toEqual({ netPence: 900, beforePence: 0 })
  app.clock.set('2027-03-31T10:00:00Z')
  expect(await month()).toEqual({ netPence: 0, beforePence: 900 })
})

test('an entry of the log about an order tells its number, by which its page is found', async () => {
  const app = await startTestApp()
  const owner = await app.office('owner')
  const { orderNumber } = await makeClassOrder(app, {})
  await owner.orders.note({ number: orderNumber, text: 'Rang twice' })
  const { items } = await owner.health.log({})
  expect(items[0]).toMatchObject({ action: 'order.note', subjectKind: 'order', orderNumber })
  await owner.health.runAudit({})
  expect((await owner.health.log({})).items[0]).toMatchObject({ action: 'audit.run', orderNumber: null })
})
