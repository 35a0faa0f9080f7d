import { expect, test } from 'vitest'
import { beginsBefore } from '#domain/office/planner-sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import { findViolations } from '#testing/find-violations.ts'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { makeRoom } from '#testing/make-class.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { sharedDataKey } from '#testing/services-of-database.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { applyClasses } from './apply-classes.ts'

const app = await startTestApp()
const office = await app.office('owner')
const { staffId } = await makeStaff(app)
const sold = { pricePence: 850, credits: 1, offersTrial: false, trialPricePence: 0, isPackOnly: false }
const takingAs = { importId: 1, dataKey: sharedDataKey, staffId }

/**
 * Schedules a term to open, while an import adds a date to one of its classes that begins one minute before
 * the opening. Returns the result.
 */
async function openedMeanwhile(name: string, isLocked: boolean) {
  const days = { startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
  const { id: termId } = await office.terms.save({ name, ...days, keepDates: false })
  const { id: classId, typeId, venueId, ageGroupId } = await makeOffering(app, { name })
  await changeRows(app.db, 'offerings', { id: classId }, { term_id: termId })
  const line = {
    ...{ line: 2, key: name, classId, slot: undefined, weeksFrom: '2027-01-05' },
    of: { typeId, venueId, ageGroupId, name, termId, ...sold, colour: '#4c636c' },
    said: { roomId: null, teacherIds: [], capacity: 12 },
    dates: [{ date: '2027-01-05', startTime: '08:59', endTime: '10:00' }],
    ...{ present: 0, known: [], given: {} },
  }
  const context = { ...takingAs, policy: 'createOnly', now: app.clock.now() } as const
  let publishing: Promise<unknown> = Promise.resolve()
  return forceRace(app, {
    close: tx => applyClasses(isLocked ? tx : tx.withPlugin(withoutLocks), [line], context),
    work: () => {
      publishing = office.terms.publish({ id: termId, version: 1, at: '2027-01-05T09:00:00.000Z' })
      return publishing
    },
    waiting: isLocked ? 1 : 0,
    ...(!isLocked && { meanwhile: () => publishing }),
  })
}

test('a term is not scheduled while a date is imported into it; without the lock it would be', async () => {
  await expect(openedMeanwhile('Locked', true)).rejects.toThrow(
    beginsBefore(new Date('2027-01-05T08:59:00.000Z')),
  )
  // Negative control.
  expect(await openedMeanwhile('Open', false)).toEqual({ published: 0 })
})

test('the office can write while an import that changed dates creates more', async () => {
  const at = await makeOffering(app)
  const { id, date } = await makeSession(app, at)
  const roomId = await makeRoom(app.db, at.venueId)
  const { id: classId, typeId, venueId, ageGroupId, name } = at
  const line = {
    ...{ line: 2, key: name, classId, slot: undefined, weeksFrom: '2027-01-05', present: 1 },
    of: { typeId, venueId, ageGroupId, name, termId: null, ...sold, colour: '#4c636c' },
    said: { roomId, teacherIds: [], capacity: 12 },
    dates: [{ date: '2027-01-05', startTime: '09:00', endTime: '10:00' }],
    ...{ known: [{ id, version: 1, date }], given: { pricePence: 900 } },
  }
  const context = { ...takingAs, policy: 'overwrite', now: app.clock.now() } as const
  let isSaved = false
  const taken = await forceRace(app, {
    close: tx => tx.selectFrom('rooms').select('id').where('id', '=', roomId).forUpdate().execute(),
    work: () => transaction(app.db, tx => applyClasses(tx, [line], context)),
    waiting: 1,
    meanwhile: async () => {
      void office.categories.save({ name: 'Hats', imagePath: '', isActive: true }).then(() => {
        isSaved = true
      })
      await expect.poll(() => isSaved, { timeout: 4_000 }).toBe(true)
    },
  })
  expect(taken).toMatchObject([{ outcome: 'made', before: expect.anything() }])
  expect(await rowsOf(app.db, 'staff_actions', { reason: 'Import 1' })).toMatchObject([
    { staff_id: staffId, facts: { sessions: [id], fields: ['pricePence'] } },
  ])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
