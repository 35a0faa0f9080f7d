import { expect, test } from 'vitest'
import { findViolations } from '#testing/find-violations.ts'
import { testPassword } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const desk = await app.office('frontDesk')
const manager = await app.office('manager')
const visitor = app.apiOf({ token: undefined })
const onHold = 'Your account is on hold. Please contact us, and we will help you'

test('a frozen family is logged out, neither logs in nor books, and keeps its places', async () => {
  const family = await makeFamily(app)
  const { accountId: id, email, api } = family
  const offering = await makeOffering(app)
  const booked = await makeSession(app, offering, { date: '2026-12-01' })
  const other = await makeSession(app, offering, { date: '2026-12-08' })
  const { bookingId } = await makeBooking(app, booked.id, family)
  await manager.families.freeze({ id, reason: 'Cheque bounced twice' })
  expect(await refusal(api.accounts.profile({}))).toBe('401 Please log in')
  expect(await refusal(api.orders.class.place(bookingRequest(family, other)))).toBe('401 Please log in')
  expect(await refusal(visitor.accounts.signIn({ email, password: 'Wrong-one1' }))).toBe(
    'Incorrect email or password',
  )
  expect(await refusal(visitor.accounts.signIn({ email, password: testPassword }))).toBe(onHold)
  expect(await rowOf(app.db, 'bookings', { id: bookingId })).toMatchObject({ status: 'confirmed' })
  expect((await manager.families.get({ id })).frozen).toEqual({
    ...{ by: 'Ann Perry', reason: 'Cheque bounced twice' },
    at: app.clock.now().toISOString(),
  })
  const { people } = await desk.families.search({ words: email })
  expect(people).toMatchObject([{ badge: 'frozen' }])
  // The place was written directly, without a payment.
  const violations = await findViolations(app.db, app.clock.now())
  expect(violations.filter(({ number }) => number === 23)).toEqual([])

  await manager.families.thaw({ id })
  await visitor.accounts.signIn({ email, password: testPassword })
  expect((await manager.families.get({ id })).frozen).toBeNull()
  const actions = await rowsOf(app.db, 'staff_actions', { account_id: id })
  expect(actions.map(({ action, reason }) => [action, reason])).toEqual([
    ['family.freeze', 'Cheque bounced twice'],
    ['family.thaw', ''],
  ])
})

test('a frozen family is passed over when a place becomes free', async () => {
  const [frozen, next, leaver] = [await makeFamily(app), await makeFamily(app), await makeFamily(app)]
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 1, date: '2026-12-01' })
  const { orderNumber } = await leaver.api.orders.class.place(bookingRequest(leaver, session))
  for (const { api, childIds } of [frozen, next]) {
    const attendees = { who: 'children' as const, childIds }
    await api.waitingLists.class.join({ offeringId: offering.id, sessionId: session.id, attendees })
  }
  await manager.families.freeze({ id: frozen.accountId, reason: 'Under review' })
  await leaver.api.orders.class.cancel({ orderNumber })
  const entry = (accountId: number) => rowOf(app.db, 'waiting_entries', { account_id: accountId })
  expect(await entry(frozen.accountId)).toMatchObject({ status: 'waiting' })
  expect(await entry(next.accountId)).toMatchObject({ status: 'offered' })
})

test('only a manager freezes or unfreezes, with a reason, once, and only an existing family', async () => {
  const { accountId: id } = await makeFamily(app)
  for (const office of [desk, await app.office('teacher')]) {
    expect(await refusal(office.families.freeze({ id, reason: 'Rude' }))).toBe(
      'Your role does not allow this',
    )
    expect(await refusal(office.families.thaw({ id }))).toBe('Your role does not allow this')
  }
  expect(await refusal(manager.families.freeze({ id, reason: ' ' }))).toBe('Please say why')
  expect(await refusal(manager.families.thaw({ id }))).toBe('This family is not frozen')
  await manager.families.freeze({ id, reason: 'Under review' })
  expect(await refusal(manager.families.freeze({ id, reason: 'Again' }))).toBe('This family is frozen')
  for (const call of [
    manager.families.freeze({ id: 99_999_999, reason: 'Nobody' }),
    manager.families.thaw({ id: 99_999_999 }),
  ]) {
    expect(await refusal(call)).toBe('This family was not found')
  }
})
