import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashToken } from '#server/features/accounts/tokens.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { dispatchOrder } from '#server/features/shop/dispatch-order.ts'
import { enqueueNightly } from '#server/jobs/enqueue-nightly.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, makeProductOrder, payByCard, readOutcome } from '#testing/make-order.ts'
import { makeStaff } from '#testing/office-client.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { startBackgroundTasks } from './background-tasks.ts'
import { clearOldRows } from './clear-old-rows.ts'

const app = await startTestApp()
app.cards.faults.dropHooks = Number.POSITIVE_INFINITY

const statusOf = (orderId: number) => readOutcome(app, orderId).then(outcome => outcome.status)
const mailsTo = (email: string) => rowsOf(app.db, 'mails', { to_email: email })

test('a starting process runs the tasks that became due while no process ran', async () => {
  const paid = await makeClassOrder(app)
  const unpaid = await makeClassOrder(app)
  await payByCard(app, paid)
  app.clock.advance(36)
  const task = startBackgroundTasks(app.services)
  try {
    await expect.poll(() => statusOf(paid.orderId), { timeout: 15_000 }).toBe('paid')
    await expect.poll(() => statusOf(unpaid.orderId), { timeout: 15_000 }).toBe('cancelled')
    task.nudge()
    const told = () => mailsTo(unpaid.account.email)
    await expect.poll(told, { timeout: 15_000 }).toMatchObject([{ subject: 'Your unpaid order has ended' }])
  } finally {
    await task.stop()
  }
})

test('a nightly job runs once, in the first process that looks, at its time in London', async () => {
  const nights = async () => {
    await Promise.all([1, 2].map(() => enqueueNightly(app.services, 'complete-orders', '00:30')))
    const keys = app.db.selectFrom('jobs').select('once_key').where('kind', '=', 'complete-orders')
    return (await keys.orderBy('id').execute()).map(job => job.once_key)
  }
  await app.db.deleteFrom('jobs').execute()
  // London's clocks show an hour more than UTC.
  app.clock.set('2027-06-30T23:29:00Z')
  expect(await nights()).toEqual(['complete-orders-2027-06-30'])
  app.clock.set('2027-06-30T23:30:00Z')
  expect(await nights()).toEqual(['complete-orders-2027-06-30', 'complete-orders-2027-07-01'])
  app.clock.set('2027-07-01T20:00:00Z')
  expect(await nights()).toHaveLength(2)
})

test('a nightly audit that was missed waits five minutes after the start', async () => {
  await app.db.deleteFrom('jobs').execute()
  const write = async (at: string) => {
    app.clock.set(at)
    await enqueueNightly(app.services, 'audit', '04:00')
    const [job] = await rowsOf(app.db, 'jobs', { once_key: `audit-${at.slice(0, 10)}` })
    return (job?.run_at.getTime() ?? 0) - app.clock.now().getTime()
  }
  expect(await write('2027-01-10T08:00:00Z')).toBe(5 * 60_000)
  expect(await write('2027-01-11T04:00:30Z')).toBe(0)
})

test('a product order sent a fortnight ago is completed at night', async () => {
  app.clock.set('2027-08-01T12:00:00Z')
  const order = await makeProductOrder(app, { quantity: 1, stockLeft: 2 })
  await payByCard(app, order)
  app.clock.advance(1)
  await reconcilePayments(app.services)
  expect(await dispatchOrder(app.services, order.orderNumber)).toBe('sent')
  app.clock.set('2027-08-16T12:00:00Z')
  const task = startBackgroundTasks(app.services)
  try {
    await expect.poll(() => statusOf(order.orderId), { timeout: 15_000 }).toBe('completed')
  } finally {
    await task.stop()
  }
})

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 24 * 60 * 60 * 1000)

test('old tries, codes, mailed enquiries, tokens, former addresses and finished jobs are deleted', async () => {
  await app.db.deleteFrom('jobs').execute()
  await app.db.deleteFrom('rate_limits').execute()
  await app.db
    .insertInto('rate_limits')
    .values([
      { key: 'old', window_starts_at: daysAgo(3), count: 1 },
      { key: 'counting', window_starts_at: daysAgo(1), count: 1 },
    ])
    .execute()
  await app.db
    .insertInto('jobs')
    .values([
      { kind: 'send-mail', payload: '{}', run_at: daysAgo(9), done_at: daysAgo(8) },
      { kind: 'send-mail', payload: '{"mailId":1}', run_at: daysAgo(9), done_at: daysAgo(6) },
      { kind: 'send-mail', payload: '{"mailId":2}', run_at: daysAgo(9) },
    ])
    .execute()
  const { accountId, token } = await makeAccount(app)
  const codeOf = (email: string, sentAt: Date) => ({
    email,
    purpose: 'register' as const,
    code_hash: Buffer.alloc(32),
    sent_at: sentAt,
    expires_at: sentAt,
  })
  await app.db
    .insertInto('email_codes')
    .values([codeOf('old', daysAgo(3)), codeOf('counting', daysAgo(1))])
    .execute()
  const mailOf = (purpose: 'code' | 'enquiry', to: string, createdAt: Date) =>
    ({ to_email: to, subject: 'To keep', body_text: '1234', purpose, created_at: createdAt }) as const
  await app.db
    .insertInto('mails')
    .values([
      mailOf('code', 'old@example.test', daysAgo(3)),
      mailOf('code', 'new@example.test', daysAgo(1)),
      mailOf('enquiry', 'old@example.test', daysAgo(31)),
      mailOf('enquiry', 'new@example.test', daysAgo(29)),
    ])
    .execute()
  let tokens = 0
  const tokenOf = (expiresAt: Date, revokedAt: Date | null) => ({
    account_id: accountId,
    token_hash: Buffer.alloc(32, ++tokens),
    created_at: daysAgo(60),
    last_used_at: daysAgo(60),
    expires_at: expiresAt,
    revoked_at: revokedAt,
  })
  await app.db
    .insertInto('access_tokens')
    .values([
      tokenOf(daysAgo(31), null),
      tokenOf(daysAgo(30), daysAgo(31)),
      tokenOf(daysAgo(29), daysAgo(29)),
    ])
    .execute()
  const changeOf = (old_email: string, takeBackUntil: Date) => ({
    account_id: accountId,
    old_email,
    new_email: 'new@example.test',
    secret_hash: Buffer.alloc(32, old_email),
    changed_at: daysAgo(60),
    take_back_until: takeBackUntil,
  })
  await app.db
    .insertInto('email_changes')
    .values([changeOf('old@example.test', daysAgo(31)), changeOf('told@example.test', daysAgo(29))])
    .execute()
  await clearOldRows(app.services)
  expect(await rowsOf(app.db, 'email_changes')).toMatchObject([{ old_email: 'told@example.test' }])
  const codes = await rowsOf(app.db, 'email_codes')
  const left = await rowsOf(app.db, 'access_tokens', { account_id: accountId })
  expect(codes).toMatchObject([{ email: 'counting' }])
  const mails = await rowsOf(app.db, 'mails', { subject: 'To keep' })
  expect(mails.map(({ purpose, to_email: to }) => [purpose, to])).toEqual([
    ['code', 'new@example.test'],
    ['enquiry', 'new@example.test'],
  ])
  expect(left.map(row => row.token_hash[0])).toEqual([hashToken(token)[0], 3])
  const limits = await rowsOf(app.db, 'rate_limits')
  const jobs = await rowsOf(app.db, 'jobs')
  expect(limits).toMatchObject([{ key: 'counting' }])
  expect(jobs.map(job => job.payload)).toEqual([{ mailId: 1 }, { mailId: 2 }])
})

test('a guest’s network is kept as long as their orders and places are counted by it', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering)
  const networksOf = async (table: 'orders' | 'waiting_entries', ids: number[]) =>
    (await Promise.all(ids.map(id => rowOf(app.db, table, { id })))).map(row => row.guest_network)
  const orders: number[] = []
  for (const [at, days] of [3, 1].entries()) {
    const { orderId: id } = await makeBooking(app, session.id, {
      attendeeEmail: `network-${at}@example.test`,
    })
    await changeRows(app.db, 'orders', { id }, { placed_at: daysAgo(days), guest_network: 'one' })
    orders.push(id)
  }
  const over = await makeOffering(app, { kind: 'parentSession' })
  const gone = await makeSession(app, over, { date: '2026-11-20' })
  const hidden = await makeSession(app, offering, { status: 'withdrawn' })
  const waitsFor = (
    of: { id: number },
    sessionId: number | null,
    status: 'withdrawn' | 'waiting' = 'waiting',
  ) =>
    writeRow(app.db, 'waiting_entries', {
      ...{ kind: 'parentSession', offering_id: of.id, session_id: sessionId, name: 'Gwen', status },
      ...{ email: `${status}@example.test`, guest_network: 'one', created_at: daysAgo(3) },
    })
  const counted = [
    await waitsFor(offering, session.id),
    await waitsFor(offering, hidden.id),
    await waitsFor(offering, null),
  ]
  const uncounted = [
    await waitsFor(offering, session.id, 'withdrawn'),
    await waitsFor(over, gone.id),
    await waitsFor(over, null),
  ]
  await clearOldRows(app.services)
  expect(await networksOf('orders', orders)).toEqual(['', 'one'])
  expect(await networksOf('waiting_entries', counted)).toEqual(['one', 'one', 'one'])
  expect(await networksOf('waiting_entries', uncounted)).toEqual(['', '', ''])
})

test('old answers, tries, sessions and invitations of the office are deleted, and nothing else', async () => {
  const { staffId, sessionId: here } = await makeStaff(app)
  const { sessionId: last } = await makeStaff(app)
  const sessionOf = (staff_id: number, days: number, revokedAt: Date | null) =>
    writeRow(app.db, 'staff_sessions', {
      staff_id,
      token_hash: randomBytes(32),
      created_at: daysAgo(days),
      last_used_at: daysAgo(days),
      expires_at: daysAgo(days - 7),
      revoked_at: revokedAt,
    })
  const old = [await sessionOf(staffId, 38, null), await sessionOf(staffId, 36, daysAgo(31))]
  const young = [await sessionOf(staffId, 36, null), await sessionOf(staffId, 31, daysAgo(29))]
  // A member's last use is shown for as long as they work here, so that session is kept.
  const longAgo = { created_at: daysAgo(90), last_used_at: daysAgo(90), expires_at: daysAgo(83) }
  await changeRows(app.db, 'staff_sessions', { id: last }, longAgo)
  const invitationOf = (email: string, usedAt: Date | null) =>
    writeRow(app.db, 'staff_invitations', {
      email,
      role: 'teacher',
      token_hash: randomBytes(32),
      created_at: daysAgo(60),
      expires_at: daysAgo(53),
      used_at: usedAt,
    })
  const used = await invitationOf('used@example.test', daysAgo(31))
  await invitationOf('just-used@example.test', daysAgo(29))
  await invitationOf('not-used@example.test', null)
  const attemptOf = (email: string, days: number, of: object = {}) =>
    writeRow(app.db, 'staff_attempts', {
      purpose: 'enrol',
      token_hash: randomBytes(32),
      email,
      created_at: daysAgo(days),
      expires_at: daysAgo(days),
      ...of,
    })
  await attemptOf('old', 1.1, { invitation_id: used, session_id: old[0] })
  await attemptOf('begun', 0.9)
  const pressOf = (days: number) => ({ staff_id: staffId, request_id: randomUUID(), at: daysAgo(days) })
  const pressed = pressOf(0.9)
  await app.db
    .insertInto('staff_requests')
    .values([pressOf(1.1), pressed])
    .execute()

  await clearOldRows(app.services)
  expect((await rowsOf(app.db, 'staff_sessions')).map(({ id }) => id)).toEqual([here, last, ...young])
  const invitations = await rowsOf(app.db, 'staff_invitations')
  expect(invitations.map(({ email }) => email)).toEqual(['just-used@example.test', 'not-used@example.test'])
  expect(await rowsOf(app.db, 'staff_attempts')).toMatchObject([{ email: 'begun' }])
  expect(await rowsOf(app.db, 'staff_requests')).toMatchObject([pressed])
})
