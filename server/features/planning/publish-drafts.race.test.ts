import { expect, test } from 'vitest'
import { countWaiting, forceRace } from '#testing/force-race.ts'
import { asRead, classInput, tuesdays } from '#testing/make-class.ts'
import { bookingRequest, type Family, makeFamilies } from '#testing/make-family.ts'
import { type MadeSession, makeOffering } from '#testing/make-offering.ts'
import { makeOfficeRequest } from '#testing/make-office-request.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { changeVenue } from './change-venue.ts'
import { publishSessions, publishTerm } from './publish-drafts.ts'

const app = await startTestApp({ poolSize: 40 })
const somebody = (services = app.services) => makeOfficeRequest(app, services)
const book = (session: MadeSession, family: Family) =>
  family.api.orders.class.place(bookingRequest(family, session))

const lockOf = (id: number) => (tx: typeof app.db) =>
  tx.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().execute()

/** Books the first date of a term while its last one is still being published. */
async function bookWhilePublished(publish: (ids: number[], termId: number) => Promise<unknown>) {
  const office = await app.office('manager')
  const term = { startDate: '2027-01-04', endDate: '2027-03-28', closures: [], keepDates: false }
  const { id: termId } = await office.terms.save({ ...term, name: `Term of ${Math.random()}` })
  const made = await office.planner.makeClass(await classInput(app, office, { termId }))
  const ids = [...made.sessionIds].sort((one, other) => one - other)
  const [first, last] = [ids[0] as number, ids.at(-1) as number]
  const [family, later] = (await makeFamilies(app, 2)) as [Family, Family]
  const session = { id: first, kind: 'class' as const, offeringId: made.offeringId } as MadeSession
  let told: string | undefined
  await forceRace(app, {
    close: lockOf(last),
    work: () => publish(ids, termId),
    waiting: 1,
    meanwhile: async () => {
      told = await refusal(book(session, family))
    },
  })
  return { told, after: await refusal(book(session, later)) }
}

test('a term opens as a whole: no date of it can be booked before the others', async () => {
  const request = await somebody()
  const whole = await bookWhilePublished((_, id) => publishTerm(request, { id, version: 1, at: null }))
  expect(whole).toEqual({ told: 'This class was not found', after: undefined })

  // Negative control: date by date, a fast family books the first before the last is public.
  const dateByDate = await bookWhilePublished(async ids => {
    for (const { id, version } of await asRead(app.db, ids))
      await publishSessions(request, { sessions: [{ id, version }], at: null })
  })
  expect(dateByDate).toEqual({ told: undefined, after: undefined })
})

test('a date moves to another venue while drafts of both are published, without deadlock', async () => {
  const office = await app.office('manager')
  const alike = { typeName: 'Ballet', ageGroup: '3–4' }
  const [at, there] = [await makeOffering(app, alike), await makeOffering(app, alike)]
  const here = await office.planner.makeClass(await classInput(app, office, { at }))
  const wednesdays = [{ ...tuesdays, weekday: 3 }]
  const sibling = await office.planner.makeClass(
    await classInput(app, office, { at: there, slots: wednesdays }),
  )
  const [going, other] = [here.sessionIds[0] as number, sibling.sessionIds[1] as number]
  const drafts = await asRead(app.db, [going, other])
  let begun = 0
  const counted = () => {
    begun += 1
    return app.db.transaction()
  }
  const request = { ...(await somebody()), db: { transaction: counted } as typeof app.db }
  const [, told] = await forceRace(app, {
    close: lockOf(going),
    work: async () => {
      const move = { sessionId: going, version: 1, venueId: there.venueId, roomId: null }
      const moving = changeVenue(request, move)
      await expect.poll(() => countWaiting(app.db), { interval: 10 }).toBe(1)
      const publishing = refusal(publishSessions(request, { sessions: drafts, at: null }))
      return Promise.all([moving, publishing])
    },
    waiting: 2,
  })
  expect(await rowOf(app.db, 'sessions', { id: going })).toMatchObject({
    offering_id: sibling.offeringId,
    status: 'draft',
  })
  expect(told).toMatch(/ changed this at /)
  // The victim of a deadlock retries.
  expect(begun).toBe(2)
})
