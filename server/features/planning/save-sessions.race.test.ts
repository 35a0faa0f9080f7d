import { expect, test } from 'vitest'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { lockFamily } from '#server/features/families/lock-family.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { findViolations } from '#testing/find-violations.ts'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { classInput } from '#testing/make-class.ts'
import { bookingRequest, type Family, makeFamilies } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeOfficeRequest } from '#testing/make-office-request.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { notifyHolders } from './notify-holders.ts'
import { saveSessions } from './save-sessions.ts'

const racers = 200
const app = await startTestApp({ poolSize: 40 })
const somebody = (services = app.services) => makeOfficeRequest(app, services)
const unlocked = () => somebody({ ...app.services, db: app.db.withPlugin(withoutLocks) })
const book = (session: MadeSession, family: Family) =>
  family.api.orders.class.place(bookingRequest(family, session))

const saveOne = (
  request: OfficeRequest,
  id: number,
  version: number,
  changes: { capacity?: number; pricePence?: number },
) => saveSessions(request, { sessions: [{ id, version }], changes, tell: false, reason: 'A race' })

const lockOf = (id: number) => (tx: typeof app.db) =>
  tx.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().execute()

/** Ten members submit one change after another; more at once would only wait for connections. */
async function submitInLanes<Answer>(press: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    const answers: Answer[] = []
    for (let index = lane; index < racers; index += 10) answers.push(await press(index))
    return answers
  })
  return (await Promise.all(lanes)).flat()
}

test('two hundred edits and two hundred bookings keep a session’s places consistent', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 10 })
  const families = await makeFamilies(app, racers)
  const request = await somebody()
  const press = async (index: number) => {
    const { version } = await rowOf(app.db, 'sessions', { id: session.id })
    return saveOne(request, session.id, version, { capacity: 1 + (index % 30) })
  }
  const [booked, pressed] = await Promise.all([
    Promise.all(families.map(family => refusal(book(session, family)))),
    submitInLanes(press),
  ])
  expect(new Set(booked)).toEqual(new Set([undefined, 'Sorry, this class is full']))
  expect(pressed.some(({ answer }) => answer.saved.length === 1)).toBe(true)
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({
    places_taken: booked.filter(sentence => sentence === undefined).length,
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

/** Lowers the capacity to one while two places are being booked. */
async function lowerWhileTaken(request: OfficeRequest) {
  const { id } = await makeSession(app, await makeOffering(app), { capacity: 10 })
  return forceRace(app, {
    close: lockOf(id),
    work: () =>
      saveOne(request, id, 1, { capacity: 1 }).then(
        ({ answer }) => answer,
        error => error,
      ),
    waiting: 1,
    meanwhile: tx => changeRows(tx, 'sessions', { id }, { places_taken: 2 }),
  }).finally(() => changeRows(app.db, 'sessions', { id }, { places_taken: 0 }))
}

test('lowering places below the taken ones names the minimum; without the lock it fails', async () => {
  expect(await lowerWhileTaken(await somebody())).toMatchObject({
    left: [{ sentence: '2 places are taken or kept. The least is 2. Move or cancel places first' }],
  })
  // Negative control: the constraint still holds, and the change fails with it.
  expect(await lowerWhileTaken(await unlocked())).toMatchObject({
    constraint: 'sessions_capacity_not_exceeded',
  })
})

/** Lets two managers read one session, and both save it. */
async function saveTwice(request: OfficeRequest) {
  const { id } = await makeSession(app, await makeOffering(app), { pricePence: 850 })
  const answers = await forceRace(app, {
    close: lockOf(id),
    work: () => Promise.all([900, 950].map(pricePence => saveOne(request, id, 1, { pricePence }))),
    waiting: 2,
  })
  return answers.map(({ answer }) => answer.saved.length).sort()
}

test('one of two managers saving a session gets a conflict; without the lock one save is lost', async () => {
  expect(await saveTwice(await somebody())).toEqual([0, 1])
  // Negative control.
  expect(await saveTwice(await unlocked())).toEqual([1, 1])
})

test('a date does not move to a time that another date of its class is just taking', async () => {
  const office = await app.office('manager')
  const { sessionIds } = await office.planner.makeClass(await classInput(app, office))
  const [other, id] = sessionIds as [number, number]
  const date = '2027-01-07'
  const request = await somebody()
  const told = await forceRace(app, {
    close: tx =>
      changeRows(tx, 'sessions', { id: other }, { start_date: date, end_date: date, slot_id: null }),
    work: () =>
      refusal(saveSessions(request, { sessions: [{ id, version: 1 }], changes: { date }, tell: false })),
    waiting: 1,
  })
  expect(told).toBe(plannerSentences.dateTaken)
})

test('an order that expires while families are told of a new time is not told', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 10 })
  const [first, second] = (await makeFamilies(app, 2)) as [Family, Family]
  await book(session, first)
  const { orderNumber } = await book(session, second)
  const words = { title: 'A new time', opening: '', insteadOf: () => undefined, closing: '' }
  const notice = { wordsOf: () => words, onceKey: `told-${session.id}` }
  await forceRace(app, {
    close: tx => lockFamily(tx, first.accountId),
    work: () => notifyHolders(app.services, [session.id], notice),
    waiting: 1,
    meanwhile: () => second.api.orders.class.cancel({ orderNumber }),
  })
  const told = await rowsOf(app.db, 'messages', { title: words.title })
  expect(told.map(message => message.account_id)).toEqual([first.accountId])
})
