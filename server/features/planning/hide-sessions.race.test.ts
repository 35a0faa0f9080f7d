import { expect, test } from 'vitest'
import { saveListed } from '#server/features/catalogue/save-listed.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { bookingRequest, type Family, makeFamilies } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeOfficeRequest } from '#testing/make-office-request.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { withoutDefence } from '#testing/without-defence.ts'
import { hideSessions } from './hide-sessions.ts'

const racers = 200
const app = await startTestApp({ poolSize: 40 })
const somebody = (services = app.services) => makeOfficeRequest(app, services)
const book = (session: MadeSession, family: Family) =>
  family.api.orders.class.place(bookingRequest(family, session))

const lockOf = (id: number) => (tx: typeof app.db) =>
  tx.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().execute()

/** Lets families see a session, and hides it before the first of them books. */
async function hideBeforeBooked(families: Family[]) {
  const session = await makeSession(app, await makeOffering(app), { capacity: racers })
  const request = await somebody()
  const refusals = await forceRace(app, {
    close: lockOf(session.id),
    work: () => Promise.all(families.map(family => refusal(book(session, family)))),
    waiting: 30,
    meanwhile: async tx => {
      await hideSessions(
        { ...request, db: { transaction: () => ({ execute: work => work(tx) }) } as typeof app.db },
        {
          sessions: [{ id: session.id, version: 1 }],
          isHidden: true,
        },
      )
    },
  })
  return { refusals, taken: (await rowOf(app.db, 'sessions', { id: session.id })).places_taken }
}

test('nobody books a hidden date; without the check of its state they do', async () => {
  const families = await makeFamilies(app, racers)
  const { refusals, taken } = await hideBeforeBooked(families)
  expect(new Set(refusals)).toEqual(new Set(['This class was not found']))
  expect(taken).toBe(0)

  // Negative control.
  const question = {
    of: 'place_order(orders, jsonb)',
    from: "and status = 'scheduled' and (starts_at",
    to: 'and (starts_at',
  }
  await withoutDefence(app, question, async () => {
    expect((await hideBeforeBooked(families)).taken).toBeGreaterThan(0)
  })
})

/** Switches a type off while a place of it is being offered, but not committed. */
async function switchOffWhileOffered(db: typeof app.db) {
  const { typeId, ...offering } = await makeOffering(app)
  const session = await makeSession(app, { typeId, ...offering }, { capacity: 1, placesTaken: 1 })
  const [family] = (await makeFamilies(app, 1)) as [Family]
  await family.api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId: session.id })
  const office = await app.office('manager')
  const type = (await office.types.list({})).find(({ id }) => id === typeId)
  const { uses: _uses, ...given } = type as NonNullable<typeof type>
  const request = await somebody()
  let off: Promise<unknown> | undefined
  await forceRace(app, {
    close: async tx => {
      await lockOf(session.id)(tx)
      await changeRows(tx, 'sessions', { id: session.id }, { places_taken: 0 })
      await offerFreedPlaces(tx, [session.id], app.clock.now())
    },
    work: async () => {
      off = db.transaction().execute(tx => saveListed(tx, 'types', { ...given, isActive: false }, request))
    },
    waiting: db === app.db ? 1 : 0,
    // Without the lock the offer is already committed; with it, the change waits for the offer.
    meanwhile: async () => db === app.db || off,
  })
  await off
  return (await rowsOf(app.db, 'waiting_entries', { session_id: session.id })).map(({ status }) => status)
}

test('the offer of a type being switched off is withdrawn; without the lock it stays', async () => {
  expect(await switchOffWhileOffered(app.db)).toEqual(['waiting'])

  // Negative control.
  expect(await switchOffWhileOffered(app.db.withPlugin(withoutLocks))).toEqual(['offered'])
})
