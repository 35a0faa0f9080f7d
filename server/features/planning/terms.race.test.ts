import { expect, test } from 'vitest'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { findViolations } from '#testing/find-violations.ts'
import { countWaiting, forceRace, withoutLocks } from '#testing/force-race.ts'
import { classAsRead, classInput, makeRoom, tuesdays } from '#testing/make-class.ts'
import { type MadeOffering, makeOffering } from '#testing/make-offering.ts'
import { makeOfficeRequest } from '#testing/make-office-request.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { addDates } from './add-dates.ts'
import { removeTerm } from './archive-term.ts'
import { changeVenue } from './change-venue.ts'
import { deleteDrafts } from './delete-drafts.ts'
import { makeClass } from './make-class.ts'
import { publishWhenDue } from './publish-drafts.ts'
import { saveClass } from './save-class.ts'
import { saveSessions } from './save-sessions.ts'

const app = await startTestApp({ poolSize: 40 })
const somebody = (services = app.services) => makeOfficeRequest(app, services)
const unlocked = () => somebody({ ...app.services, db: app.db.withPlugin(withoutLocks) })
const lockOf = (id: number) => (tx: typeof app.db) =>
  tx.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().execute()

const tenOClock = '2026-11-23T10:00:00.000Z'
type Going = { id: number; version: number; termId: number }

test.each<[string, (request: OfficeRequest, going: Going) => Promise<unknown>]>([
  [
    'is deleted',
    (request, { id, version }) => refusal(deleteDrafts(request, { sessions: [{ id, version }] })),
  ],
  ['is published at its moment', (request, { id }) => publishWhenDue(request, { sessionIds: [id] })],
  ['goes with its term', (request, { termId: id }) => refusal(removeTerm(request, { id, version: 1 }))],
])('a draft changes venue while it %s: neither blocks the other', async (_, press) => {
  const office = await app.office('manager')
  const term = { startDate: '2027-01-04', endDate: '2027-03-28', closures: [], keepDates: false }
  const { id: termId } = await office.terms.save({ ...term, name: `Term of ${Math.random()}` })
  const only = { termId, from: '2027-01-05', to: '2027-01-05' }
  const requested = { ...(await classInput(app, office, only)), publish: 'at' as const, publishAt: tenOClock }
  const [id] = (await office.planner.makeClass(requested)).sessionIds as [number]
  const { version } = await rowOf(app.db, 'sessions', { id })
  const { venueId } = await makeOffering(app)
  let begun = 0
  const counted = () => {
    begun += 1
    return app.db.transaction()
  }
  const clock = () => new Date(tenOClock)
  const request = { ...(await somebody()), clock, db: { transaction: counted } as typeof app.db }
  await forceRace(app, {
    close: lockOf(id),
    work: async () => {
      const pressed = press(request, { id, version, termId })
      await expect.poll(() => countWaiting(app.db), { interval: 10 }).toBe(1)
      return Promise.all([
        pressed,
        refusal(changeVenue(request, { sessionId: id, version, venueId, roomId: null })),
      ])
    },
    waiting: 2,
  })
  expect(begun).toBe(2)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

interface Joined {
  termId: number
  at: MadeOffering
  roomId: number
}
type Join = (request: OfficeRequest, joined: Joined) => Promise<unknown>
const march = '2027-03-16'

test.each<[string, Join]>([
  [
    'is made in it',
    async (request, { termId, at, roomId }) => {
      const office = await app.office('manager')
      const slots = [{ ...tuesdays, roomId }]
      return makeClass(request, await classInput(app, office, { at, termId, slots }))
    },
  ],
  [
    'joins it',
    async (request, { termId, at, roomId }) => {
      const office = await app.office('manager')
      const { offeringId } = await office.planner.makeClass(await classInput(app, office, { at }))
      return saveClass(request, { ...(await classAsRead(office, offeringId)), termId, roomId })
    },
  ],
  [
    'gets dates in it',
    async (request, { termId, at, roomId }) => {
      const office = await app.office('manager')
      const requested = await classInput(app, office, { at, termId, to: '2027-01-12' })
      const { offeringId: id } = await office.planner.makeClass(requested)
      const dates = [{ date: march, startTime: '10:00', endTime: '10:45' }]
      return addDates(request, { id, dates, roomId, capacity: 10, teacherIds: [] })
    },
  ],
  [
    'has a date moved in it',
    async (request, { termId, at, roomId }) => {
      const office = await app.office('manager')
      const requested = await classInput(app, office, { at, termId, to: '2027-01-12' })
      const [id] = (await office.planner.makeClass(requested)).sessionIds as [number]
      const changes = { date: march, roomId }
      return saveSessions(request, { sessions: [{ id, version: 1 }], changes, tell: false })
    },
  ],
])(
  'a term is not made shorter while a class %s; without the lock its dates would lie outside',
  async (_, join) => {
    /** Shortens the term while the command that writes the dates waits for the room. */
    const shorten = async (request: OfficeRequest) => {
      const office = await app.office('manager')
      const term = {
        name: `Term of ${Math.random()}`,
        startDate: '2027-01-04',
        closures: [],
        keepDates: false,
      }
      const { id: termId } = await office.terms.save({ ...term, endDate: '2027-03-28' })
      const at = await makeOffering(app)
      const roomId = await makeRoom(app.db, at.venueId)
      let shortened: string | undefined | 'not yet' = 'not yet'
      const joined = await forceRace(app, {
        close: tx => tx.selectFrom('rooms').select('id').where('id', '=', roomId).forUpdate().execute(),
        work: () => refusal(join(request, { termId, at, roomId })),
        waiting: 1,
        meanwhile: async () => {
          const saved = office.terms.save({ ...term, id: termId, version: 1, endDate: '2027-02-28' })
          void refusal(saved).then(told => {
            shortened = told
          })
          const isThere = async () => shortened !== 'not yet' || (await countWaiting(app.db)) === 2
          await expect.poll(isThere, { interval: 10 }).toBe(true)
        },
      })
      await expect.poll(() => shortened).not.toBe('not yet')
      return { joined, shortened }
    }
    expect(await shorten(await somebody())).toEqual({
      joined: undefined,
      shortened: expect.stringMatching(/ outside these days/),
    })
    // Negative control.
    expect(await shorten(await unlocked())).toEqual({ joined: undefined, shortened: undefined })
  },
)

test('a venue is not closed while a date moves there; without the lock it is', async () => {
  /** Closes the day while the command that moves the date waits for the room. */
  const closeMeanwhile = async (request: OfficeRequest) => {
    const office = await app.office('manager')
    const term = { name: `Term of ${Math.random()}`, startDate: '2027-01-04', endDate: '2027-03-28' }
    const { id: termId } = await office.terms.save({ ...term, closures: [], keepDates: false })
    const requested = await classInput(app, office, { termId, to: '2027-01-05' })
    const [sessionId] = (await office.planner.makeClass(requested)).sessionIds as [number]
    const { venueId } = await makeOffering(app)
    const roomId = await makeRoom(app.db, venueId)
    const closures = [{ name: 'Boiler', venueId, startDate: '2027-01-05', endDate: '2027-01-05' }]
    let closed: string | undefined | 'not yet' = 'not yet'
    const moved = await forceRace(app, {
      close: tx => tx.selectFrom('rooms').select('id').where('id', '=', roomId).forUpdate().execute(),
      work: () => refusal(changeVenue(request, { sessionId, version: 1, venueId, roomId })),
      waiting: 1,
      meanwhile: async () => {
        const saved = office.terms.save({ ...term, id: termId, version: 1, closures, keepDates: false })
        void refusal(saved).then(told => {
          closed = told
        })
        const isThere = async () => closed !== 'not yet' || (await countWaiting(app.db)) === 2
        await expect.poll(isThere, { interval: 10 }).toBe(true)
      },
    })
    await expect.poll(() => closed).not.toBe('not yet')
    return { moved, closed }
  }
  expect(await closeMeanwhile(await somebody())).toEqual({
    moved: undefined,
    closed: expect.stringMatching(/^1 date lies in a closure/),
  })
  // Negative control.
  expect(await closeMeanwhile(await unlocked())).toEqual({ moved: undefined, closed: undefined })
})
