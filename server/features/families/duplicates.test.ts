import { beforeAll, expect, test } from 'vitest'
import type { PossibleDuplicate } from '#contract/office/families.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const desk = await app.office('frontDesk')
const list = async () => (await desk.families.duplicates({})).items
const namesOf = ({ who, other }: PossibleDuplicate) => [who.name, other?.name]

/** Inserts people twice in different spellings, as migration 0049 left them. */
async function makeDuplicates() {
  const account = await makeAccount(app, { firstName: 'Nia', lastName: 'Reid', email: 'nia@example.test' })
  const lost = await makeAccount(app, { firstName: 'Nia', lastName: 'Reid', email: 'nia.two@example.test' })
  await changeRows(app.db, 'accounts', { id: lost.accountId }, { email: 'nia@example.test\u200b' })
  const unreachable = await makeAccount(app, { firstName: 'Mo', lastName: 'Ali', email: 'mo@example.test' })
  await changeRows(app.db, 'accounts', { id: unreachable.accountId }, { email: 'mo@example' })
  const birthday = { dateOfBirth: '2019-05-03' }
  const zoe = await makeChild(app, account, { firstName: 'Zoë', lastName: 'Reid', ...birthday })
  const zoeAgain = await makeChild(app, account, { firstName: 'ZOE', lastName: 'Reid', ...birthday })
  await makeChild(app, account, { firstName: 'Zoë', lastName: 'Reid', dateOfBirth: '2020-05-03' })
  await makeChild(app, lost, { firstName: 'Zoë', lastName: 'Reid', ...birthday })

  const offering = await makeOffering(app)
  const sessions = [
    await makeSession(app, offering, { date: '2026-11-24', offersTrial: true }),
    await makeSession(app, offering, { date: '2026-12-01', offersTrial: true }),
  ] as const
  const trialOf = (session: { id: number }, childId: number) =>
    makeBooking(app, session.id, { accountId: account.accountId, childId, isTrial: true })
  const first = await trialOf(sessions[0], zoe)
  await changeRows(app.db, 'bookings', { id: first.bookingId }, { trial_person: 'aside' })
  const second = await trialOf(sessions[1], zoeAgain)
  const { trial_person } = await rowOf(app.db, 'bookings', { id: second.bookingId })
  await changeRows(
    app.db,
    'bookings',
    { id: second.bookingId },
    { trial_person: `${trial_person} #${second.bookingId}` },
  )
  await changeRows(app.db, 'bookings', { id: first.bookingId }, { trial_person })

  const talk = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
  const placeOf = async (attendeeName: string, phone: string, isAgain: boolean) => {
    const { bookingId } = await makeBooking(app, talk.id, {
      attendeeName,
      attendeeEmail: `${bookings}@x.test`,
    })
    bookings += 1
    const change = { attendee_email: '', attendee_phone: phone, duplicate_id: isAgain ? bookingId : 0 }
    await changeRows(app.db, 'bookings', { id: bookingId }, change)
    return bookingId
  }
  let bookings = 0
  const place = await placeOf('Roy O’Dowd', '07700 900451', false)
  const placeAgain = await placeOf('ROY ODOWD', '+44 7700 900451', true)

  const waiting = (email: string) =>
    writeRow(app.db, 'waiting_entries', {
      ...{ kind: 'parentSession', status: 'waiting', created_at: app.clock.now(), name: 'Wilma Waits' },
      ...{ offering_id: talk.offeringId, session_id: talk.id, email },
    })
  const waits = await waiting('wilma@example.test')
  const waitsAgain = await waiting('wilma@example.test\u200b')
  return {
    account: [lost.accountId, account.accountId],
    unreachable: [unreachable.accountId, null],
    child: [zoeAgain, zoe],
    trial: [second.bookingId, first.bookingId],
    place: [placeAgain, place],
    waiting: [waitsAgain, waits],
  }
}
type Made = Awaited<ReturnType<typeof makeDuplicates>>
let made: Made
beforeAll(async () => {
  expect(await list()).toEqual([])
  made = await makeDuplicates()
})

test('lists each kind of possible duplicate, with both names and the matching fields', async () => {
  const rows = await list()
  expect(rows.map(({ kind, id, otherId }) => [kind, id, otherId])).toEqual([
    ['account', ...made.account],
    ['account', ...made.unreachable],
    ['child', ...made.child],
    ['trial', ...made.trial],
    ['place', ...made.place],
    ['waiting', ...made.waiting],
  ])
  expect(rows.map(namesOf)).toEqual([
    ['Nia Reid', 'Nia Reid'],
    ['Mo Ali', undefined],
    ['ZOE Reid', 'Zoë Reid'],
    ['ZOE Reid', 'Zoë Reid'],
    ['ROY ODOWD', 'Roy O’Dowd'],
    ['Wilma Waits', 'Wilma Waits'],
  ])
  const [, , child, trial, place, waiting] = rows
  expect(child).toMatchObject({ birthday: '2019-05-03', who: { accountId: made.account[1] } })
  expect(trial).toMatchObject({ who: { date: '2026-12-01' }, other: { date: '2026-11-24' } })
  expect(place).toMatchObject({ who: { contact: '+44 7700 900451', accountId: null } })
  expect(place?.who.orderNumber).not.toBe(place?.other?.orderNumber)
  expect(waiting?.who.waitsFor).not.toBeNull()
})

test('the list is read page by page, each row once', async () => {
  const whole = await list()
  const rows: PossibleDuplicate[] = []
  let after: string | undefined
  do {
    const page = await desk.families.duplicates({ limit: 2, after })
    expect(page.total).toBe(6)
    rows.push(...page.items)
    after = page.next ?? undefined
  } while (after)
  expect(rows).toEqual(whole)
})

test('a teacher may neither read the list nor change it', async () => {
  const teacher = await app.office('teacher')
  const [id = 0, otherId = 0] = made.child
  expect(await refusal(teacher.families.duplicates({}))).toBe('Your role does not allow this')
  expect(await refusal(teacher.families.keepBoth({ kind: 'child', id, otherId, isKept: true }))).toBe(
    'Your role does not allow this',
  )
  expect(await rowsOf(app.db, 'kept_duplicates')).toEqual([])
})

test('a pair kept as two people leaves the list, is logged, and can be listed again', async () => {
  const [id = 0, otherId = 0] = made.child
  const pair = { kind: 'child' as const, id, otherId }
  await desk.families.keepBoth({ ...pair, isKept: true })
  expect((await list()).map(({ kind }) => kind)).not.toContain('child')
  expect(await rowOf(app.db, 'staff_actions', { action: 'family.keepBoth' })).toMatchObject({
    subject_kind: 'child',
    subject_id: id,
    facts: { otherId, isKept: true },
  })
  expect(await refusal(desk.families.keepBoth({ ...pair, isKept: true }))).toMatch(/^These two are not on/)
  await desk.families.keepBoth({ ...pair, isKept: false })
  expect((await list()).map(({ kind }) => kind)).toContain('child')
})

test('only listed pairs can be kept: no other children, kinds or unknown ids', async () => {
  const [id = 0, otherId = 0] = made.child
  const keep = (kind: PossibleDuplicate['kind'], one: number, other: number) =>
    refusal(desk.families.keepBoth({ kind, id: one, otherId: other, isKept: true }))
  const childId = await makeChild(app, await makeAccount(app))
  for (const answer of [
    await keep('child', childId, otherId),
    await keep('child', otherId, id),
    await keep('place', id, otherId),
    await keep('account', 99_999_999, 99_999_998),
  ]) {
    expect(answer).toBe('These two are not on the list of possible duplicates')
  }
})

test('corrected people leave the list by themselves', async () => {
  const manager = await app.office('manager')
  const [childId = 0] = made.child
  const familyId = made.account[1] as number
  await changeRows(app.db, 'bookings', { id: made.trial[0] as number }, { status: 'cancelled' })
  await manager.families.removeChild({ id: familyId, childId, reason: 'Entered twice' })
  const lost = made.account[0] as number
  for (const [id, email] of [
    [lost, 'nia.reid@example.test'],
    [made.unreachable[0] as number, 'mo@example.test'],
  ] as const) {
    const { email: before } = await manager.families.get({ id })
    await manager.families.changeEmail({ id, before, email })
  }
  await changeRows(app.db, 'bookings', { id: made.place[1] as number }, { status: 'cancelled' })
  await changeRows(app.db, 'waiting_entries', { id: made.waiting[1] as number }, { status: 'withdrawn' })
  expect(await list()).toEqual([])
})
