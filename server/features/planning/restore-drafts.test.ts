import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { asRead, classInput, makeRoom, tuesdays } from '#testing/make-class.ts'
import { makeOffering } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
app.clock.set('2026-11-23T09:00:00Z')
const office = await app.office('owner')

const spring = { name: 'Spring 2027', startDate: '2027-01-04', endDate: '2027-03-28' }
const halfTerm = { name: 'Half-term', venueId: null, startDate: '2027-02-15', endDate: '2027-02-19' }
const { id: termId } = await office.terms.save({ ...spring, closures: [halfTerm], keepDates: false })

test('Undo restores deleted drafts as they were, and the class deleted with them', async () => {
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const { staffId } = await makeStaff(app, { role: 'teacher' })
  const slots = [{ ...tuesdays, roomId, teacherIds: [staffId] }]
  const requested = await classInput(app, office, { at, termId, slots, name: 'Tap', credits: 2 })
  const { offeringId, sessionIds } = await office.planner.makeClass(requested)
  const [first, second] = sessionIds as [number, number]
  await changeRows(app.db, 'sessions', { id: first }, { name: 'Open day', price_pence: 0 })
  await office.planner.saveSessions({
    sessions: await asRead(app.db, [second]),
    changes: { capacity: 9 },
    tell: false,
    reason: '',
  })
  const at9 = '2026-12-20T09:00:00.000Z'
  await office.planner.publish({ sessions: await asRead(app.db, [second]), at: at9 })
  const before = await office.planner.class({ id: offeringId })

  const { deleted } = await office.planner.deleteDrafts({ sessions: await asRead(app.db, sessionIds) })
  expect(await refusal(office.planner.class({ id: offeringId }))).toBe(plannerSentences.notFound)
  const requestId = randomUUID()
  const restored = await office.planner.restoreDrafts({ deleted, requestId })
  expect(await office.planner.restoreDrafts({ deleted, requestId })).toEqual(restored)
  expect(restored.sessionIds).toHaveLength(sessionIds.length)
  const { offering_id } = await rowOf(app.db, 'sessions', { id: restored.sessionIds[0] as number })
  const after = await office.planner.class({ id: offering_id })
  const withoutIds = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (key, one) => (/^(id|version|offeringId|clashes)$/.test(key) ? undefined : one)),
    )
  expect(withoutIds(after)).toEqual(withoutIds(before))
  expect(after.sessions.map(({ publishAt }) => publishAt).filter(Boolean)).toEqual([at9])
  expect(
    await rowsOf(app.db, 'sessions', { slot_id: after.slots[0]?.id as number }).then(rows => rows.length),
  ).toBe(sessionIds.length)
  expect(await rowOf(app.db, 'staff_actions', { action: 'session.restore' })).toMatchObject({
    facts: { sessions: restored.sessionIds },
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])

  // Some are deleted while the class stays, and are restored to it once.
  const some = await asRead(app.db, restored.sessionIds.slice(0, 2))
  const half = await office.planner.deleteDrafts({ sessions: some })
  expect(half.deleted).toMatchObject([{ offeringId: offering_id, offering: null }])
  await office.planner.restoreDrafts(half)
  expect(withoutIds(await office.planner.class({ id: offering_id }))).toEqual(withoutIds(before))
  expect(await refusal(office.planner.restoreDrafts(half))).toBe(plannerSentences.dateTaken)
})

test('Undo creates nothing that breaks the rules of a class, whatever is sent', async () => {
  const { sessionIds } = await office.planner.makeClass(await classInput(app, office))
  const { deleted } = await office.planner.deleteDrafts({ sessions: await asRead(app.db, sessionIds) })
  const [one] = deleted as [(typeof deleted)[number]]
  const withClass = (given: object) => [{ ...one, offering: { ...(one.offering as object), ...given } }]
  const withDraft = (given: object) => [{ ...one, drafts: [{ ...(one.drafts[0] as object), ...given }] }]
  const refused = (deleted: unknown) => refusal(office.planner.restoreDrafts({ deleted: deleted as never }))
  const roomId = await makeRoom(app.db, (await makeOffering(app)).venueId)
  expect(await refused([])).toBe(plannerSentences.notFound)
  expect(await refused([{ ...one, drafts: [] }])).toBe(plannerSentences.addATime)
  expect(await refused([{ ...one, offering: null }])).toBe(plannerSentences.notFound)
  expect(await refused(withClass({ typeId: 999_999 }))).toBe(plannerSentences.chooseType)
  expect(await refused(withClass({ venueId: 999_999 }))).toBe(plannerSentences.chooseVenue)
  expect(await refused(withClass({ termId: 999_999 }))).toBe(plannerSentences.chooseTerm)
  expect(await refused(withClass({ roomId }))).toBe(plannerSentences.chooseRoom)
  expect(await refused(withClass({ colour: '#ffff99' }))).toBe(plannerSentences.pale)
  expect(await refused(withDraft({ roomId }))).toBe(plannerSentences.chooseRoom)
  expect(await refused(withDraft({ capacity: 501 }))).toBe(plannerSentences.maxPlaces)
  expect(await refused(withDraft({ pricePence: 200_001 }))).toBe(plannerSentences.price)
  expect(await refused(withDraft({ endTime: '09:00' }))).toBe(plannerSentences.endAfterStart)
  const strange = withDraft({ slotId: 999_999, teacherIds: [999_999] })
  const { sessionIds: made } = await office.planner.restoreDrafts({ deleted: strange as never })
  expect(await rowOf(app.db, 'sessions', { id: made[0] as number })).toMatchObject({
    status: 'draft',
    slot_id: null,
  })
})
