import { describe, expect, test } from 'vitest'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { classAsRead, classInput } from '#testing/make-class.ts'
import { bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

/** The refusal by a class for three-year-olds whose dates are on 30 November 2026. */
const tooYoung = 'Leo is 2 years old on that day. This class is for children aged 3.'
const membersOnly = 'This class is for families who have been with us before'
const full = 'Sorry, this class is full'

type Rules = { refuses_other_ages?: boolean; is_members_only?: boolean }

async function makeOfferingWith(rules: Rules, kind: MadeSession['kind'] = 'class') {
  const offering = await makeOffering(app, { kind })
  await changeRows(app.db, 'offerings', { id: offering.id }, rules)
  await changeRows(app.db, 'age_groups', { id: offering.ageGroupId }, { from_months: 36, to_months: 48 })
  return offering
}
/** Makes a date of a class for three-year-olds that refuses other ages. */
const makeStrict = async (given: Parameters<typeof makeSession>[2] = {}) =>
  makeSession(app, await makeOfferingWith({ refuses_other_ages: true }), given)
const makeForMembers = async (given: Parameters<typeof makeSession>[2] = {}) =>
  makeSession(app, await makeOfferingWith({ is_members_only: true }), given)

/** Makes a family whose only child has this birthday. */
async function familyOf(dateOfBirth: string): Promise<Family> {
  const family = await makeFamily(app)
  await changeRows(app.db, 'children', { id: family.childId }, { date_of_birth: dateOfBirth })
  return family
}
const makeYoung = () => familyOf('2023-12-01')
const makeRight = () => familyOf('2023-11-30')

const book = (family: Family, session: MadeSession) =>
  family.api.orders[session.kind].place(bookingRequest(family, session))
const bookTrial = (family: Family, session: MadeSession) =>
  family.api.orders[session.kind].placeTrial(bookingRequest(family, session))
const join = (family: Family, session: MadeSession) =>
  family.api.waitingLists[session.kind].join({ ...bookingRequest(family, session), sessionId: session.id })
const joinForAny = (family: Family, session: MadeSession) =>
  family.api.waitingLists[session.kind].join(bookingRequest(family, session))
const preview = async (family: Family, session: MadeSession) =>
  (await family.api.orders[session.kind].preview({ ...bookingRequest(family, session), dayId: 1 })).problem

/** Puts a date into the basket while the class takes everybody. */
async function putIntoBasket(family: Family, session: MadeSession) {
  const { id } = session
  const { refuses_other_ages, is_members_only } = await rowOf(app.db, 'offerings', { id: session.offeringId })
  const open = { refuses_other_ages: false, is_members_only: false }
  await changeRows(app.db, 'offerings', { id: session.offeringId }, open)
  await family.api.sessionBaskets.class.add(bookingRequest(family, session))
  await changeRows(app.db, 'offerings', { id: session.offeringId }, { refuses_other_ages, is_members_only })
  const { lines } = await family.api.sessionBaskets.class.list({ lineIds: [], discountCode: '' })
  const line = lines.items.find(one => one.session.id === id)
  if (!line) throw new Error('no line')
  return {
    line,
    submit: () => family.api.sessionBaskets.class.submit({ lineIds: [line.id], discountCode: '' }),
  }
}
/** Inserts a place that the family had in the past. */
async function wasThere(family: Family, given: { status?: 'cancelled' } = {}) {
  const past = await makeSession(app, await makeOffering(app), { date: '2026-11-20' })
  await makeBooking(app, past.id, { ...family, ...given })
}

describe('a class that refuses other ages', () => {
  test('refuses a child who is too young on the day, in every call that gives a place', async () => {
    const family = await makeYoung()
    const session = await makeStrict({ offersTrial: true, trialPricePence: 500 })
    expect(await refusal(book(family, session))).toBe(tooYoung)
    expect(await refusal(bookTrial(family, session))).toBe(tooYoung)
    expect(await refusal(family.api.sessionBaskets.class.add(bookingRequest(family, session)))).toBe(tooYoung)
    const { line, submit } = await putIntoBasket(family, session)
    expect(line).toMatchObject({ isValid: false, problem: tooYoung })
    expect(await refusal(submit())).toBe(tooYoung)
    const taken = await makeStrict({ capacity: 1, placesTaken: 1 })
    expect(await refusal(join(family, taken))).toBe(tooYoung)
    expect(await rowsOf(app.db, 'bookings', { child_id: family.childId })).toEqual([])
    expect(await rowsOf(app.db, 'waiting_entries', { child_id: family.childId })).toEqual([])
  })

  test('takes a child from the third birthday on, until the day before the fourth', async () => {
    const session = await makeStrict()
    for (const dateOfBirth of ['2023-11-30', '2022-12-01']) await book(await familyOf(dateOfBirth), session)
    expect(await refusal(book(await familyOf('2022-11-30'), session))).toBe(
      'Leo is 4 years old on that day. This class is for children aged 3.',
    )
  })

  test('counts the age on each day: the first day on which it does not fit is named', async () => {
    const offering = await makeOfferingWith({ refuses_other_ages: true })
    const [first, last] = [
      await makeSession(app, offering, { date: '2026-11-30' }),
      await makeSession(app, offering, { date: '2026-12-07' }),
    ]
    const family = await familyOf('2022-12-05')
    const both = family.api.orders.class.place(bookingRequest(family, [last, first]))
    expect(await refusal(both)).toBe('Leo is 4 years old on that day. This class is for children aged 3.')
    await book(family, first)
  })

  test('refuses nobody without the rule, without ages, or where attendees have no birthday', async () => {
    const family = await makeYoung()
    await book(family, await makeSession(app, await makeOfferingWith({ refuses_other_ages: false })))
    const ageless = await makeOffering(app)
    await changeRows(app.db, 'offerings', { id: ageless.id }, { refuses_other_ages: true })
    await book(family, await makeSession(app, ageless))
    const forParents = await makeOfferingWith({ refuses_other_ages: true }, 'parentSession')
    await book(family, await makeSession(app, forParents))
  })

  test('is checked after the documented rules and before the shown price', async () => {
    const family = await makeYoung()
    expect(await refusal(book(family, await makeStrict({ capacity: 0 })))).toBe(full)
    expect(await refusal(book(family, await makeStrict({ date: '2026-11-20' })))).toMatch(/already started/)
    expect(await refusal(bookTrial(family, await makeStrict()))).toBe('Auditions are not supported')
    const session = await makeStrict()
    const { place } = family.api.orders.class
    const request = bookingRequest(family, session)
    expect(await refusal(place({ ...request, discountCode: 'NONE' }))).toBe('This discount code is not valid')
    expect(await refusal(place({ ...request, attendees: { who: 'children', childIds: [999_999] } }))).toBe(
      'This child was not found',
    )
    expect(await refusal(place({ ...request, shown: { totalPence: 1, creditsUsed: 0 } }))).toBe(tooYoung)
    const forPacks = await makeOffering(app, { isPackOnly: true })
    await changeRows(app.db, 'offerings', { id: forPacks.id }, { is_members_only: true })
    expect(await refusal(book(family, await makeSession(app, forPacks)))).toMatch(/package members/)
    expect(await refusal(join(family, session))).toMatch(/still places available/)
    const waited = await makeStrict({ capacity: 1, placesTaken: 1 })
    const right = await makeRight()
    await join(right, waited)
    await changeRows(app.db, 'children', { id: right.childId }, { date_of_birth: '2024-11-30' })
    expect(await refusal(join(right, waited))).toBe('You are already on the waiting list')
  })

  test('keeps places that were booked or offered before', async () => {
    const session = await makeStrict({ capacity: 1 })
    const [holder, waiter] = [await makeRight(), await makeRight()]
    const { orderNumber } = await book(holder, session)
    await join(waiter, session)
    for (const { childId } of [holder, waiter])
      await changeRows(app.db, 'children', { id: childId }, { date_of_birth: '2024-11-30' })
    expect(await book(holder, session)).toMatchObject({ orderNumber })
    await holder.api.orders.class.cancel({ orderNumber })
    expect(await preview(waiter, session)).toBeUndefined()
    expect(await book(waiter, session)).toMatchObject({ status: 'pending' })
  })

  test('lets a child wait for any date of a class if the child is old enough on one of them', async () => {
    const offering = await makeOfferingWith({ refuses_other_ages: true })
    const given = { capacity: 1, placesTaken: 1 }
    const session = await makeSession(app, offering, { ...given, date: '2026-11-30' })
    const family = await makeYoung()
    expect(await refusal(joinForAny(family, session))).toBe(tooYoung)
    await makeSession(app, offering, { ...given, date: '2026-12-07' })
    await joinForAny(family, session)
  })

  test('cannot be chosen for a moved place of another age, and the list says why', async () => {
    const family = await makeYoung()
    const from = await makeSession(app, await makeOffering(app))
    const { bookingId } = await makeBooking(app, from.id, family)
    const target = await makeStrict()
    const listed = async () => {
      const days = await family.api.offerings.class.changeTargets({
        ...{ startDate: '2026-11-30', endDate: '2026-12-06', sessionId: from.id, bookingId },
      })
      return days.flatMap(day => day.sessions).find(({ id }) => id === target.id)
    }
    expect(await listed()).toMatchObject({ isBookable: false, problem: tooYoung })
    const move = () => family.api.rescheduling.class.move({ bookingId, sessionId: target.id })
    expect(await refusal(move())).toBe(tooYoung)
    await changeRows(app.db, 'sessions', { id: target.id }, { price_pence: 1 })
    expect(await refusal(move())).toBe('This class cannot be chosen')
    await changeRows(app.db, 'sessions', { id: target.id }, { price_pence: 1250 })
    await changeRows(app.db, 'children', { id: family.childId }, { date_of_birth: '2023-01-01' })
    expect(await listed()).toMatchObject({ isBookable: true })
    await move()
    expect(await rowOf(app.db, 'bookings', { id: bookingId })).toMatchObject({ session_id: target.id })
  })

  test('shows its ages in the timetable, and its refusal in the preview', async () => {
    const [young, right] = [await makeYoung(), await makeRight()]
    const session = await makeStrict()
    expect(await preview(young, session)).toBe(tooYoung)
    expect(await preview(right, session)).toBeUndefined()
    const week = { startDate: '2026-11-30', endDate: '2026-12-06' }
    const shown = async ({ id }: MadeSession) =>
      (await app.visitor.offerings.class.timetable(week))
        .flatMap(day => day.sessions)
        .find(one => one.id === id)
    expect(await shown(session)).toMatchObject({ agesTaken: 'children aged 3' })
    const forMembers = await shown(await makeForMembers())
    expect(forMembers).toMatchObject({ membersOnly: true })
    expect(forMembers?.agesTaken).toBeUndefined()
    expect(await app.visitor.sessions.practical({ offeringId: session.offeringId })).toMatchObject({
      ...{ fromMonths: 36, toMonths: 48, refusesOtherAges: true, isMembersOnly: false },
    })
  })
})

describe('a class for members only', () => {
  test('refuses a family that has never had a place, in every call that gives one', async () => {
    const family = await makeFamily(app)
    await wasThere(family, { status: 'cancelled' })
    await makeBooking(app, (await makeSession(app, await makeOffering(app))).id, family)
    const session = await makeForMembers({ offersTrial: true, trialPricePence: 500 })
    expect(await preview(family, session)).toBe(membersOnly)
    expect(await refusal(book(family, session))).toBe(membersOnly)
    expect(await refusal(bookTrial(family, session))).toBe(membersOnly)
    const { line, submit } = await putIntoBasket(family, session)
    expect(line).toMatchObject({ isValid: false, problem: membersOnly })
    expect(await refusal(submit())).toBe(membersOnly)
    const taken = await makeForMembers({ capacity: 1, placesTaken: 1 })
    expect(await refusal(join(family, taken))).toBe(membersOnly)
    const from = await makeSession(app, await makeOffering(app))
    const { bookingId } = await makeBooking(app, from.id, family)
    const move = family.api.rescheduling.class.move({ bookingId, sessionId: session.id })
    expect(await refusal(move)).toBe(membersOnly)
  })

  test.each(everyOfferingKind)('takes a family that was at a date that has begun: %s', async kind => {
    const family = await makeFamily(app)
    const session = await makeSession(app, await makeOfferingWith({ is_members_only: true }, kind))
    expect(await refusal(book(family, session))).toBe(membersOnly)
    await wasThere(family)
    expect(await book(family, session)).toMatchObject({ status: 'pending' })
  })

  test('takes a family that came with an import, and no guest', async () => {
    const family = await makeFamily(app)
    const { staffId } = await makeStaff(app)
    const import_id = await writeRow(app.db, 'imports', {
      ...{
        kind: 'families',
        file_name: 'old.csv',
        sha256: Buffer.alloc(32),
        encoding: 'UTF-8',
        state: 'done',
      },
      ...{ columns: '[]', rows: 1, staff_id: staffId, created_at: app.clock.now() },
    })
    const line = {
      import_id,
      line: 2,
      outcome: 'made' as const,
      account_id: family.accountId,
      problems: '[]',
    }
    await app.db.insertInto('import_rows').values(line).execute()
    await book(family, await makeForMembers())
    const forParents = await makeSession(
      app,
      await makeOfferingWith({ is_members_only: true }, 'parentSession'),
    )
    const guest = { childIds: [], fullName: 'Gwen Hale', email: 'gwen@example.test' }
    const asGuest = app.visitor.orders.parentSession.place(bookingRequest(guest, forParents))
    expect(await refusal(asGuest)).toBe(membersOnly)
  })
})

describe('whom a class takes', () => {
  test('is set in the planner, copied with the class, and left alone by a save that does not name it', async () => {
    const manager = await app.office('manager')
    const rules = { refusesOtherAges: true, isMembersOnly: true }
    const { offeringId } = await manager.planner.makeClass({ ...(await classInput(app, manager)), ...rules })
    expect(await manager.planner.class({ id: offeringId })).toMatchObject(rules)
    await manager.planner.saveClass(await classAsRead(manager, offeringId))
    expect(await manager.planner.class({ id: offeringId })).toMatchObject(rules)
    const saved = { ...(await classAsRead(manager, offeringId)), refusesOtherAges: false }
    await manager.planner.saveClass(saved)
    expect(await manager.planner.class({ id: offeringId })).toMatchObject({
      ...{ refusesOtherAges: false, isMembersOnly: true },
    })
    const plain = await manager.planner.makeClass(await classInput(app, manager, { name: 'Open to all' }))
    expect(await manager.planner.class({ id: plain.offeringId })).toMatchObject({
      ...{ refusesOtherAges: false, isMembersOnly: false },
    })
  })

  test('is restored with a class that was deleted with its last draft', async () => {
    const manager = await app.office('manager')
    const { offeringId } = await manager.planner.makeClass({
      ...(await classInput(app, manager)),
      isMembersOnly: true,
    })
    const { sessions } = await manager.planner.class({ id: offeringId })
    const { deleted } = await manager.planner.deleteDrafts({
      sessions: sessions.map(({ id, version }) => ({ id, version })),
    })
    const { sessionIds } = await manager.planner.restoreDrafts({ deleted })
    const { offering_id } = await rowOf(app.db, 'sessions', { id: sessionIds[0] as number })
    expect(await manager.planner.class({ id: offering_id })).toMatchObject({ isMembersOnly: true })
  })

  test('does not bind the office, which puts any child on the waiting list', async () => {
    const family = await makeYoung()
    const session = await makeStrict({ capacity: 1, placesTaken: 1 })
    const desk = await app.office('frontDesk')
    const { accountId, childId } = family
    const asked = { accountId, childId, offeringId: session.offeringId, sessionId: session.id }
    expect(await desk.waiting.add(asked)).toMatchObject({ position: 1 })
  })
})

test('a child of the right age is booked although a sibling is too young', async () => {
  const family = await makeRight()
  const youngId = await makeChild(app, family, { firstName: 'Mia', dateOfBirth: '2025-01-01' })
  const session = await makeStrict()
  const both = { ...family, childIds: [family.childId, youngId] }
  expect(await refusal(book(both, session))).toBe(
    'Mia is 22 months old on that day. This class is for children aged 3.',
  )
  await book(family, session)
})
