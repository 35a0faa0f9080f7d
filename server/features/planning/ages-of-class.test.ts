import { expect, test } from 'vitest'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { classAsRead, classInput } from '#testing/make-class.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { type MadeOffering, makeOffering } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const office = await app.office('owner')

const fiveToEleven = { fromMonths: 60, toMonths: 144 }
const campDay = { date: '2026-12-21', startTime: '09:30', endTime: '15:30' }

/** Returns the input of a camp on one day that has a range of ages instead of an age group. */
async function campInput(ageRange = fiveToEleven as { fromMonths: number | null; toMonths: number | null }) {
  const at: MadeOffering = await makeOffering(app, { kind: 'event' })
  const input = await classInput(app, office, { at })
  const camp = { slots: [], dates: [campDay], publish: 'now' as const }
  return { ...input, ...camp, ageGroupId: undefined, ageRange }
}

const shownOn = async (day: string) =>
  (await app.visitor.offerings.event.timetable({ startDate: day, endDate: day })).flatMap(
    ({ sessions }) => sessions,
  )

test('a camp has a range of ages in place of an age group, and parents read it', async () => {
  const { offeringId, sessionIds } = await office.planner.makeClass(await campInput())
  expect(await office.planner.class({ id: offeringId })).toMatchObject({
    ...{ ages: 'Ages 5 to 11', ageRange: fiveToEleven },
  })
  const [shown] = (await shownOn(campDay.date)).filter(({ id }) => id === sessionIds[0])
  expect(shown).toMatchObject({ ages: 'Ages 5 to 11' })
  expect(await app.visitor.sessions.practical({ offeringId })).toMatchObject({
    ...{ ages: 'Ages 5 to 11', ...fiveToEleven },
  })
  // Parents can choose by it, with the age groups that have dates.
  expect(await app.visitor.offerings.event.ageGroups({})).toContainEqual(
    expect.objectContaining({ name: 'Ages 5 to 11', ...fiveToEleven }),
  )
  // It is no age group of the office's list, and is not offered for other classes.
  expect((await office.ages.list({})).map(({ name }) => name)).not.toContain('Ages 5 to 11')
  expect((await office.planner.choices({})).ages.map(({ name }) => name)).not.toContain('Ages 5 to 11')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a camp that refuses other ages does so by its range, and one without bounds refuses nobody', async () => {
  const strict = { ...(await campInput()), refusesOtherAges: true }
  const { offeringId, sessionIds } = await office.planner.makeClass(strict)
  const session = { id: sessionIds[0] as number, kind: 'event' as const, offeringId }
  const [shown] = (await shownOn(campDay.date)).filter(({ id }) => id === session.id)
  expect(shown).toMatchObject({ agesTaken: 'ages 5 to 11' })
  const family = await makeFamily(app)
  const aged = (date_of_birth: string) =>
    changeRows(app.db, 'children', { id: family.childId }, { date_of_birth })
  const place = () => family.api.orders.event.place(bookingRequest(family, session))
  await aged('2014-12-21')
  expect(await refusal(place())).toBe('Leo is 12 years old on that day. This class is for ages 5 to 11.')
  await aged('2014-12-22')
  expect(await refusal(place())).toBeUndefined()

  const open = { ...(await campInput({ fromMonths: null, toMonths: null })), refusesOtherAges: true }
  const made = await office.planner.makeClass(open)
  expect(await office.planner.class({ id: made.offeringId })).toMatchObject({ ages: 'All ages' })
  const anyAge = { id: made.sessionIds[0] as number, kind: 'event' as const, offeringId: made.offeringId }
  const other = await makeFamily(app)
  await changeRows(app.db, 'children', { id: other.childId }, { date_of_birth: '2012-01-01' })
  expect(await refusal(other.api.orders.event.place(bookingRequest(other, anyAge)))).toBeUndefined()
})

test('a class needs an age group of the list, and a range runs upwards', async () => {
  const at = await makeOffering(app)
  const input = await classInput(app, office, { at })
  const ranged = { ...input, ageGroupId: undefined, ageRange: fiveToEleven }
  expect(await refusal(office.planner.makeClass(ranged))).toBe(plannerSentences.chooseAge)
  expect(await refusal(office.planner.makeClass({ ...input, ageGroupId: undefined }))).toBe(
    plannerSentences.chooseAge,
  )
  const camp = await campInput({ fromMonths: 60, toMonths: 60 })
  expect(await refusal(office.planner.makeClass(camp))).toBe('The second age must be above the first')
  expect(await refusal(office.planner.makeClass({ ...camp, ageRange: undefined }))).toBe(
    plannerSentences.chooseAge,
  )
  const { offeringId } = await office.planner.makeClass(await campInput())
  const { ageGroupId } = await office.planner.class({ id: offeringId })
  expect(await refusal(office.planner.makeClass({ ...input, ageGroupId }))).toBe(plannerSentences.chooseAge)
  expect(
    await refusal(
      office.ages.save({
        ...{ id: ageGroupId, version: 1, name: 'Mine', fromMonths: null, toMonths: null, isActive: true },
      }),
    ),
  ).toBe('This was not found')
})

test('classes with one range share its row; saving changes to another, or to an age group', async () => {
  const name = 'Ages 7 to 9'
  const range = { fromMonths: 84, toMonths: 120 }
  // The business has an age group of that name already.
  await office.ages.save({ name, ...range, isActive: true })
  const inputs = await Promise.all(Array.from({ length: 6 }, () => campInput(range)))
  const made = await Promise.all(inputs.map(input => office.planner.makeClass(input)))
  const groups = await Promise.all(
    made.map(async ({ offeringId }) => (await rowOf(app.db, 'offerings', { id: offeringId })).age_group_id),
  )
  expect(new Set(groups).size).toBe(1)
  expect(await rowsOf(app.db, 'age_groups', { name, is_range: true })).toHaveLength(1)

  const id = made[0]?.offeringId as number
  const desk = await app.office('frontDesk')
  const wider = { ageGroupId: undefined, ageRange: { fromMonths: 84, toMonths: null } }
  expect(await refusal(desk.planner.saveClass({ ...(await classAsRead(office, id)), ...wider }))).toBeTruthy()
  await office.planner.saveClass({ ...(await classAsRead(office, id)), ...wider })
  expect(await office.planner.class({ id })).toMatchObject({ ages: 'Ages 7 and over' })
  // A form that knows nothing of ranges keeps it.
  await office.planner.saveClass({ ...(await classAsRead(office, id)), name: 'Holiday camp' })
  expect(await office.planner.class({ id })).toMatchObject({ ages: 'Ages 7 and over', name: 'Holiday camp' })
  const { ages } = await office.planner.choices({})
  const group = ages.find(one => one.name === name)?.id as number
  await office.planner.saveClass({ ...(await classAsRead(office, id)), ageGroupId: group })
  expect(await office.planner.class({ id })).toMatchObject({ ages: name, ageRange: null, ageGroupId: group })
})

test('a camp in half-term needs no confirmation, whatever its ages', async () => {
  const term = { name: 'Winter 2027', startDate: '2027-01-04', endDate: '2027-03-28' }
  const halfTerm = { name: 'Half-term', venueId: null, startDate: '2027-02-15', endDate: '2027-02-19' }
  const { id: termId } = await office.terms.save({ ...term, closures: [halfTerm], keepDates: false })
  const dates = [{ date: '2027-02-15', endDate: '2027-02-17', startTime: '09:30', endTime: '15:30' }]
  const camp = { ...(await campInput()), termId, dates }
  expect(await refusal(office.planner.makeClass(camp))).toBeUndefined()
  const { typeId, venueId } = camp
  expect(await office.planner.usual({ typeId, venueId })).toMatchObject({ ageRange: fiveToEleven })
})
