import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { becomesPublic, datesOutside, plannerSentences } from '#domain/office/planner-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { asRead, classAsRead, classInput, makeRoom, type Slot, tuesdays } from '#testing/make-class.ts'
import { bookingRequest, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { copyPieceOfTerm } from './copy-term.ts'

const app = await startTestApp()
let office = await app.office('owner')
let made = 0
beforeEach(async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  office = await app.office('owner')
})

const winter = { startDate: '2027-01-04', endDate: '2027-03-28' }
const summer = { startDate: '2027-04-19', endDate: '2027-07-18' }
const halfTerm = { name: 'Half-term', venueId: null, startDate: '2027-02-15', endDate: '2027-02-19' }

async function makeTerm(classes = 0, given: object = {}) {
  made += 1
  const requested = { name: `Term ${made}`, ...winter, closures: [halfTerm], keepDates: false, ...given }
  const { id } = await office.terms.save(requested)
  const offeringIds: number[] = []
  for (let count = 0; count < classes; count++) {
    const requested = await classInput(app, office, {
      termId: id,
      slots: [tuesdays, { ...tuesdays, weekday: 4 }],
    })
    offeringIds.push((await office.planner.makeClass(requested)).offeringId)
  }
  return { id, requested, offeringIds }
}
const termOf = async (id: number) => (await office.terms.list({})).find(term => term.id === id)
const sessionsOf = (termId: number) =>
  app.db
    .selectFrom('sessions as s')
    .innerJoin('offerings as o', 'o.id', 's.offering_id')
    .select(['s.id', 's.status', 's.price_pence', 's.start_date', 's.offering_id', 's.room_id'])
    .where('o.term_id', '=', termId)
    .orderBy('s.start_date')
    .execute()

test('a term has its own name, at most a year, and closures within it', async () => {
  const { requested } = await makeTerm()
  const refused = (given: object) => refusal(office.terms.save({ ...requested, name: 'Another', ...given }))
  expect(await refused({ name: requested.name })).toBe(plannerSentences.termNameTaken)
  expect(await refused({ name: '' })).toBe(plannerSentences.nameTerm)
  expect(await refused({ endDate: '2026-01-01' })).toBe(plannerSentences.termBackwards)
  expect(await refused({ endDate: '2028-03-28' })).toBe(plannerSentences.termTooLong)
  expect(await refused({ closures: [{ ...halfTerm, endDate: '2027-06-01' }] })).toBe(
    plannerSentences.closureOutside,
  )
  const holidays = await office.terms.bankHolidays({ from: '2027-01-04', to: '2027-05-31' })
  expect(holidays.map(({ date }) => date)).toEqual(['2027-03-26', '2027-03-29', '2027-05-03', '2027-05-31'])
})

test('a closure over existing dates is saved once they are confirmed', async () => {
  const { id, requested } = await makeTerm(1)
  const save = (keepDates: boolean) =>
    office.terms.save({
      ...requested,
      id,
      version: 1,
      closures: [halfTerm, { ...halfTerm, name: 'Fair', startDate: '2027-03-02', endDate: '2027-03-02' }],
      keepDates,
    })
  expect(await refusal(save(false))).toBe(
    '1 date lies in a closure. Keep it, or move or delete it first: Ballet for beginners, Tue 2 Mar. No family is booked on it',
  )
  expect(await save(true)).toEqual({ id, version: 2 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  expect(await refusal(save(true))).toMatch(/changed this at/)
})

test('a closure over booked dates names the first five and the number of families', async () => {
  const { id, requested, offeringIds } = await makeTerm(1)
  const [offeringId] = offeringIds as [number]
  const sessions = (await sessionsOf(id)).slice(0, 7)
  await office.terms.publish({ id, version: 1, at: null })
  const booked = sessions.slice(0, 2).map(session => session.id)
  for (const family of await makeFamilies(app, 2, { credits: 2 })) {
    const requested = bookingRequest(
      family,
      { id: booked[0] as number, offeringId, kind: 'class' },
      { creditsWanted: 2 },
    )
    await family.api.orders.class.place({ ...requested, sessionIds: booked })
  }
  const { version } = (await termOf(id)) as { version: number }
  const first = sessions[0]?.start_date as string
  const fair = { ...halfTerm, name: 'Fair', startDate: first, endDate: sessions[6]?.start_date as string }
  expect(await refusal(office.terms.save({ ...requested, id, version, closures: [fair] }))).toBe(
    '7 dates lie in a closure. Keep them, or move or delete them first: Ballet for beginners, Tue 5 Jan; ' +
      'Ballet for beginners, Thu 7 Jan; Ballet for beginners, Tue 12 Jan; Ballet for beginners, Thu 14 Jan; ' +
      'Ballet for beginners, Tue 19 Jan and 2 more. 2 families are booked on them',
  )
})

test('a term cannot exclude existing dates, and can always grow', async () => {
  const { id, requested } = await makeTerm(1)
  const [first, ...others] = (await sessionsOf(id)).map(({ start_date }) => start_date) as [string]
  const save = (version: number, given: object) => office.terms.save({ ...requested, id, version, ...given })
  const early = others.filter(day => day === first).length + 1
  const dayAfter = (day: string) => addDays(day, 1)
  expect(await refusal(save(1, { startDate: dayAfter(first) }))).toBe(datesOutside(early))
  expect(await refusal(save(1, { endDate: '2027-02-22' }))).toMatch(/^\d+ dates lie outside these days/)
  expect(await termOf(id)).toMatchObject({ version: 1, ...winter })
  await save(1, { startDate: '2026-12-28', endDate: '2027-04-11' })
  await save(2, {})
  expect(await termOf(id)).toMatchObject({ version: 3, ...winter })
})

test('a term opens as a whole at its time, and not at a cancelled time', async () => {
  const { id } = await makeTerm(2)
  const publish = (version: number, at: string | null) => office.terms.publish({ id, version, at })
  expect(await refusal(publish(1, '2026-11-20T09:00:00.000Z'))).toBe(plannerSentences.publishPast)
  await publish(1, '2026-11-23T10:00:00.000Z')
  await publish(2, '2026-11-23T11:00:00.000Z')
  app.clock.set('2026-11-23T10:30:00Z')
  await app.runJobs()
  expect(await termOf(id)).toMatchObject({ state: 'draft', drafts: 44, published: 0 })
  app.clock.set('2026-11-23T11:00:00Z')
  await app.runJobs()
  expect(await termOf(id)).toMatchObject({ state: 'published', publishAt: null, drafts: 0, published: 44 })
  const logged = await rowsOf(app.db, 'staff_actions', { action: 'term.publish', subject_id: id })
  expect(logged.map(({ facts }) => facts)).toEqual([
    { at: '2026-11-23T10:00:00.000Z' },
    { at: '2026-11-23T11:00:00.000Z' },
    { published: 44 },
  ])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  expect(await refusal(office.terms.remove({ id, version: 4 }))).toBe(plannerSentences.termOpened)
  await office.terms.archive({ id, version: 4, isArchived: true })
  expect(await termOf(id)).toMatchObject({ state: 'archived' })
})

test('a date’s history shows that it opened with its term, and nothing else about the term', async () => {
  const { id, offeringIds } = await makeTerm(1)
  const [first, second] = (await sessionsOf(id)).map(session => session.id) as [number, number]
  const publish = (version: number) => office.terms.publish({ id, version, at: null })
  const actionsOf = async (date: number) =>
    (await office.planner.history({ id: date })).items.map(({ action }) => action)
  await office.planner.publish({ sessions: await asRead(app.db, [first]), at: null })
  await publish(1)
  const dates = [{ date: '2027-03-01', startTime: '09:00', endTime: '09:45' }]
  const more = { roomId: null, capacity: 10, teacherIds: [], reason: '' }
  const added = await office.planner.addDates({ id: offeringIds[0] as number, dates, ...more })
  const [later] = added.sessionIds as [number]
  expect(await actionsOf(later)).toEqual(['class.addDates', 'class.make'])
  await publish(2)
  expect(await actionsOf(first)).toEqual(['session.publish', 'class.make'])
  expect(await actionsOf(second)).toEqual(['term.publish', 'class.make'])
  expect(await actionsOf(later)).toEqual(['term.publish', 'class.addDates', 'class.make'])
  // It becomes part of a new class at another venue, which the log does not show.
  const { venueId } = await makeOffering(app)
  await office.planner.changeVenue({ sessionId: second, version: 2, venueId, roomId: null, reason: '' })
  expect(await actionsOf(second)).toEqual(['session.venue'])
})

test('a term whose dates were published one by one counts as published and can be archived', async () => {
  const { id } = await makeTerm(1)
  const at = '2026-11-23T11:00:00.000Z'
  await office.terms.publish({ id, version: 1, at })
  const drafts = (await sessionsOf(id)).map(session => ({ id: session.id, version: 1 }))
  await office.planner.publish({ sessions: drafts.slice(1), at: null })
  expect(await termOf(id)).toMatchObject({ state: 'draft', drafts: 1 })
  const archive = () => office.terms.archive({ id, version: 2, isArchived: true })
  expect(await refusal(archive())).toBe(plannerSentences.onlyPublishedArchived)
  await office.planner.publish({ sessions: drafts.slice(0, 1), at: null })
  expect(await termOf(id)).toMatchObject({ state: 'published', drafts: 0 })
  await archive()
  app.clock.set(at)
  await app.runJobs()
  expect(await termOf(id)).toMatchObject({ state: 'archived', publishAt: null })
})

test('a term whose scheduled opening is cancelled stays a draft', async () => {
  const { id } = await makeTerm(1)
  const at = '2026-11-23T11:00:00.000Z'
  await office.terms.publish({ id, version: 1, at })
  const version = 2
  await office.terms.callOff({ id, version })
  expect(await refusal(office.terms.callOff({ id, version }))).toMatch(/changed this at/)
  app.clock.set(at)
  await app.runJobs()
  expect(await termOf(id)).toMatchObject({ state: 'draft', publishAt: null, published: 0 })
})

test('a date that opens with its term can be neither cancelled nor postponed alone', async () => {
  const { id, requested } = await makeTerm(1)
  const at = (hour: number) => `2026-11-23T${hour}:00:00.000Z`
  await office.terms.publish({ id, version: 1, at: at(11) })
  const [first] = (await sessionsOf(id)).map(session => session.id) as [number]
  const read = await asRead(app.db, [first])
  const opens = `${requested.name} opens on Monday, 23 November 2026 at 11:00. Call that off under Terms`
  expect(await refusal(office.planner.callOff({ sessions: read }))).toBe(opens)
  expect(await refusal(office.planner.publish({ sessions: read, at: at(12) }))).toBe(opens)
  const made = classInput(app, office, { termId: id, publish: 'at', publishAt: at(12) })
  expect(await refusal(office.planner.makeClass(await made))).toBe(opens)
  // One date opens before its term; another opens with its term after all.
  const early = await office.planner.publish({ sessions: read, at: at(10) })
  expect(await refusal(office.planner.callOff({ sessions: early.saved }))).toBe(opens)
  const withTerm = await office.planner.publish({ sessions: early.saved, at: at(11) })
  await office.terms.callOff({ id, version: 2 })
  expect((await office.planner.callOff({ sessions: withTerm.saved })).saved).toHaveLength(1)
  app.clock.set(at(12))
  await app.runJobs()
  expect(await termOf(id)).toMatchObject({ state: 'draft', published: 0 })
})

test('families waiting for any date of a class are offered places on new dates', async () => {
  const at = await makeOffering(app)
  const session = await makeSession(app, at, { capacity: 1, placesTaken: 0 })
  const [holder, waiting] = [await makeFamily(app), await makeFamily(app)]
  await holder.api.orders.class.place(bookingRequest(holder, session))
  await waiting.api.waitingLists.class.join({
    offeringId: at.id,
    attendees: { who: 'children', childIds: waiting.childIds },
  })
  const draft = await makeSession(app, at, { status: 'draft', date: '2026-12-15' })
  await office.planner.publish({ sessions: await asRead(app.db, [draft.id]), at: null })
  expect(await rowOf(app.db, 'waiting_entries', { account_id: waiting.accountId })).toMatchObject({
    status: 'offered',
    offered_session_id: draft.id,
  })
})

test('a term is copied as drafts to new dates and prices, without excluded classes', async () => {
  const { id, offeringIds } = await makeTerm(3)
  const [first, second] = offeringIds as [number, number, number]
  const fair = { ...halfTerm, startDate: '2027-05-31', endDate: '2027-06-04' }
  const copy = { termId: id, ...summer, closures: [fair] }
  const { classes } = await office.terms.previewCopy({ ...copy, left: [] })
  expect(classes).toHaveLength(3)
  expect(classes[0]).toMatchObject({ dates: 24, skipped: 2, pricePence: 850, credits: 1 })
  const offerings = [
    { id: first, pricePence: 900 },
    { id: second, pricePence: 850 },
  ]
  expect(await refusal(office.terms.copy({ ...copy, name: 'Copy', offerings: [] }))).toBe(
    plannerSentences.nothingToCopy,
  )
  const made = await office.terms.copy({ ...copy, name: 'Copy', offerings })
  expect(await refusal(office.terms.copy({ ...copy, name: 'Copy', offerings }))).toBe(
    plannerSentences.termNameTaken,
  )
  expect(await termOf(made.id)).toMatchObject({ isBeingMade: true })
  expect(await refusal(office.terms.publish({ ...made, at: null }))).toBe(plannerSentences.beingMade)
  await app.runJobs()
  expect(await termOf(made.id)).toMatchObject({
    isBeingMade: false,
    drafts: 48,
    published: 0,
    state: 'draft',
  })
  const sessions = await sessionsOf(made.id)
  expect(new Set(sessions.map(({ price_pence }) => price_pence))).toEqual(new Set([900, 850]))
  expect(sessions.some(({ start_date }) => start_date >= fair.startDate && start_date <= fair.endDate)).toBe(
    false,
  )
  expect(await findViolations(app.db, app.clock.now())).toEqual([])

  await office.terms.remove(made)
  expect(await termOf(made.id)).toBeUndefined()
  expect(await rowsOf(app.db, 'offerings', { term_id: made.id })).toEqual([])
})

test('copied classes show the new term’s name and days, not the text of the old one', async () => {
  const { id, offeringIds } = await makeTerm(1)
  const [offeringId] = offeringIds as [number]
  await changeRows(app.db, 'offerings', { id: offeringId }, { term_dates: 'From 4 January' })
  const copy = { termId: id, ...summer, closures: [], name: 'Copy of it' }
  const made = await office.terms.copy({ ...copy, offerings: [{ id: offeringId, pricePence: 850 }] })
  await app.runJobs()
  const fair = { name: 'Fair', venueId: null, startDate: '2027-07-18', endDate: '2027-07-18' }
  const renamed = { ...made, name: 'Summer 2027', ...summer, closures: [fair], keepDates: false }
  await office.terms.publish({ ...(await office.terms.save(renamed)), at: null })
  const [session] = await sessionsOf(made.id)
  const { termDates } = await app.visitor.offerings.class.introduction({ id: session?.offering_id as number })
  expect(termDates).toBe('Summer 2027: 19 April 2027 to 18 July 2027. Closed: Fair, 18 July 2027')
})

test('inactive types, venues, ages, rooms and former teachers are not copied with a term', async () => {
  const { id, offeringIds } = await makeTerm(0)
  const at = await makeOffering(app)
  const [type, venue, age] = [await makeOffering(app), await makeOffering(app), await makeOffering(app)]
  const roomId = await makeRoom(app.db, at.venueId)
  const [here, gone] = [await makeStaff(app), await makeStaff(app)]
  const slots = [{ ...tuesdays, roomId, teacherIds: [here.staffId, gone.staffId] }]
  for (const one of [{ at, slots }, { at: type }, { at: venue }, { at: age }]) {
    const requested = await classInput(app, office, { termId: id, ...one })
    offeringIds.push((await office.planner.makeClass(requested)).offeringId)
  }
  await changeRows(app.db, 'offering_types', { id: type.typeId }, { is_active: false })
  await changeRows(app.db, 'venues', { id: venue.venueId }, { is_active: false })
  await changeRows(app.db, 'age_groups', { id: age.ageGroupId }, { is_active: false })
  await changeRows(app.db, 'rooms', { id: roomId }, { is_active: false })
  await changeRows(app.db, 'staff', { id: gone.staffId }, { status: 'suspended' })
  const copy = { termId: id, ...summer, closures: [] }
  const { classes } = await office.terms.previewCopy({ ...copy, left: [] })
  expect(classes.map(({ offeringId }) => offeringId)).toEqual([offeringIds[0]])
  const offerings = offeringIds.map(offeringId => ({ id: offeringId, pricePence: 850 }))
  const made = await office.terms.copy({ ...copy, name: 'Without', offerings })
  await app.runJobs()
  const drafts = await sessionsOf(made.id)
  expect(new Set(drafts.map(({ room_id }) => room_id))).toEqual(new Set([null]))
  expect(new Set(drafts.map(({ offering_id }) => offering_id)).size).toBe(1)
  const taught = await rowsOf(app.db, 'session_teachers', { session_id: drafts[0]?.id })
  expect(taught.map(({ staff_id }) => staff_id)).toEqual([here.staffId])
  const [offeringId] = drafts.map(({ offering_id }) => offering_id)
  const slot = await rowOf(app.db, 'offering_slots', { offering_id: offeringId })
  expect([slot.room_id, slot.teacher_ids.map(Number)]).toEqual([null, [here.staffId]])
})

test('a copy lists which dates would clash with existing dates and each other', async () => {
  const { id, offeringIds } = await makeTerm()
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const make = async (slots: Slot[], given: object = {}) =>
    (await office.planner.makeClass(await classInput(app, office, { at, termId: id, slots, ...given })))
      .offeringId
  const mondays = { ...tuesdays, weekday: 1, roomId }
  const wednesdays = { ...tuesdays, weekday: 3, roomId }
  offeringIds.push(await make([mondays]), await make([wednesdays]))
  offeringIds.push(await make([{ ...wednesdays, startTime: '10:30', endTime: '11:15' }]))
  const there = { from: '2027-04-19', to: '2027-05-02', termId: undefined }
  await make([mondays], there)
  const copy = { termId: id, ...summer, closures: [] }
  const clashing = async (left: number[]) => {
    const { classes } = await office.terms.previewCopy({ ...copy, left })
    return classes.map(({ offeringId, dates, clashing }) => [offeringId, dates, clashing])
  }
  expect(await clashing([])).toEqual([
    [offeringIds[0], 13, 2],
    [offeringIds[1], 13, 13],
    [offeringIds[2], 13, 13],
  ])
  // A class that is not copied clashes with nothing.
  expect(await clashing([offeringIds[2] as number])).toEqual([
    [offeringIds[0], 13, 2],
    [offeringIds[1], 13, 0],
    [offeringIds[2], 13, 0],
  ])
  const offerings = offeringIds.map(offeringId => ({ id: offeringId, pricePence: 850 }))
  const { id: termId } = await office.terms.copy({ ...copy, name: 'Clashing', offerings })
  await app.runJobs()
  const listed = await office.planner.week({
    ...{ from: summer.startDate, to: summer.endDate },
    ...{ termId, clashesOnly: true },
  })
  expect(listed).toHaveLength(28)
})

test('a term longer than a year and a copied price above the limit are refused', async () => {
  const always = { from: '1900-01-01', to: '2199-12-31' }
  const years = { startDate: always.from, endDate: always.to, closures: [] }
  const { id: termId } = await office.terms.save({
    ...{ name: 'Long ago', startDate: '2027-01-04', endDate: '2027-03-28', closures: [], keepDates: false },
  })
  const { offeringId } = await office.planner.makeClass(await classInput(app, office, { termId }))
  expect(await refusal(office.terms.bankHolidays(always))).toBe(plannerSentences.termTooLong)
  expect(await refusal(office.terms.previewCopy({ termId, left: [], ...years }))).toBe(
    plannerSentences.termTooLong,
  )
  const copy = { ...years, startDate: '2027-04-05', endDate: '2027-06-27', termId, name: 'Dear' }
  const offerings = [{ id: offeringId, pricePence: 200_001 }]
  expect(await refusal(office.terms.copy({ ...copy, offerings }))).toBe(plannerSentences.price)
})

test('an interrupted copy continues where it was, and stops when its term is deleted', async () => {
  const { id, offeringIds } = await makeTerm(0)
  for (let count = 0; count < 12; count++) {
    const slots = [1, 2, 3, 4, 5].map(weekday => ({ ...tuesdays, weekday }))
    offeringIds.push(
      (await office.planner.makeClass(await classInput(app, office, { termId: id, slots }))).offeringId,
    )
  }
  const offerings = offeringIds.map(offeringId => ({ id: offeringId, pricePence: 850 }))
  const { id: termId } = await office.terms.copy({
    termId: id,
    ...summer,
    closures: [],
    name: 'In pieces',
    offerings,
  })
  await copyPieceOfTerm(app.services, { termId })
  const afterOne = (await sessionsOf(termId)).length
  expect(afterOne).toBeGreaterThan(300)
  expect(afterOne).toBeLessThanOrEqual(500)
  await app.runJobs()
  const sessions = await sessionsOf(termId)
  expect(sessions).toHaveLength(12 * 5 * 13)
  expect(new Set(sessions.map(({ offering_id }) => offering_id)).size).toBe(12)

  const again = await office.terms.copy({ termId: id, ...summer, closures: [], name: 'Given up', offerings })
  await copyPieceOfTerm(app.services, { termId: again.id })
  await office.terms.remove(again)
  await app.runJobs()
  expect(await sessionsOf(again.id)).toEqual([])
})

test('a term with only past drafts has nothing left to publish', async () => {
  const { id } = await makeTerm(1)
  const drafts = (await sessionsOf(id)).map(session => ({ id: session.id, version: 1 }))
  await office.planner.publish({ sessions: drafts.slice(2), at: null })
  expect(await termOf(id)).toMatchObject({ state: 'draft', drafts: 2, over: 0 })
  app.clock.set(`${(await sessionsOf(id))[2]?.start_date}T06:00:00Z`)
  office = await app.office('owner')
  expect(await termOf(id)).toMatchObject({ state: 'published', drafts: 0, over: 2 })
  expect(await refusal(office.terms.publish({ id, version: 1, at: null }))).toBe(
    plannerSentences.nothingToPublish,
  )
  await office.terms.archive({ id, version: 1, isArchived: true })
})

test('publishing a date or term after its start is refused', async () => {
  const { id } = await makeTerm(1)
  const [first] = (await sessionsOf(id)).map(session => session.id) as [number]
  const begins = '2027-01-05T10:00:00.000Z'
  const told = 'The first date begins on Tuesday, 5 January 2027 at 10:00. Choose a time before then'
  const refused = { message: told, officeCode: 422, facts: { fields: { at: told } } }
  const read = await asRead(app.db, [first])
  await expect(office.planner.publish({ sessions: read, at: begins })).rejects.toMatchObject(refused)
  await expect(office.terms.publish({ id, version: 1, at: begins })).rejects.toMatchObject(refused)
  const requested = await classInput(app, office, { publish: 'at', publishAt: begins })
  await expect(office.planner.makeClass(requested)).rejects.toMatchObject(refused)
  await office.planner.publish({ sessions: read, at: '2027-01-05T09:59:00.000Z' })
  // Nobody publishes a past date, so it does not block a later moment of its term.
  app.clock.set(begins)
  office = await app.office('owner')
  await office.terms.publish({ id, version: 1, at: '2027-01-07T09:00:00.000Z' })
})

test('no draft moves before the publication time of itself or its term', async () => {
  const { id: termId } = await makeTerm(1, { closures: [] })
  const [draft, other] = (await sessionsOf(termId)).map(session => session.id) as [number, number]
  const { offering_id: id } = await rowOf(app.db, 'sessions', { id: draft })
  await office.terms.publish({ id: termId, version: 1, at: '2027-01-05T09:00:00.000Z' })
  const moved = async (sessionId: number, changes: { date?: string; startTime?: string }) => {
    const sessions = await asRead(app.db, [sessionId])
    const { left } = await office.planner.saveSessions({ sessions, changes, tell: false })
    return left.map(({ sentence }) => sentence)
  }
  const told = becomesPublic(new Date('2027-01-05T09:00:00.000Z'))
  expect(await moved(draft, { startTime: '09:00' })).toEqual([told])
  const { slots, version } = await office.planner.class({ id })
  const times = slots.map(slot => ({ ...slot, startTime: '08:00', endTime: '08:45' }))
  const days = { from: winter.startDate, to: winter.endDate }
  const { left } = await office.planner.saveTimes({
    id,
    version,
    slots: times,
    ...days,
    withPublished: false,
  })
  expect(left).toMatchObject([{ id: draft, sentence: told }])
  expect(await moved(draft, { startTime: '09:01' })).toEqual([])
  const date = { date: '2027-01-04', startTime: '10:00', endTime: '10:45' }
  const alone = { roomId: null, capacity: 10, teacherIds: [] }
  expect(await refusal(office.planner.addDates({ id, ...alone, dates: [date] }))).toBe(told)
  const requested = await classInput(app, office, { slots: [{ ...tuesdays, weekday: 1 }] })
  expect(await refusal(office.planner.makeClass({ ...requested, termId }))).toBe(told)
  await office.planner.makeClass({ ...requested, termId, name: 'Seen', publish: 'now' })
  const { offeringId } = await office.planner.makeClass(requested)
  const joins = { ...(await classAsRead(office, offeringId)), termId }
  expect(await refusal(office.planner.saveClass(joins))).toBe(told)
  await office.planner.publish({ sessions: await asRead(app.db, [other]), at: '2027-01-04T09:00:00.000Z' })
  expect(await moved(other, { date: '2027-01-04', startTime: '08:00' })).toEqual([
    becomesPublic(new Date('2027-01-04T09:00:00.000Z')),
  ])
})
