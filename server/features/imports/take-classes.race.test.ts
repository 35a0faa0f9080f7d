import { expect, test } from 'vitest'
import { beginsBefore } from '#domain/office/planner-sentences.ts'
import { behindGate, withoutLocks } from '#testing/behind-gate.ts'
import { makeOffering } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-of.ts'
import { sharedDataKey } from '#testing/place-in.ts'
import { changeRows } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { takeClasses } from './take-classes.ts'

const app = await startTestApp()
const office = await app.office('owner')
const { staffId } = await makeStaff(app)

/** A term is given a moment while a file's date of a minute before that is taken into a class of it. */
async function openedMeanwhile(name: string, isLocked: boolean) {
  const days = { startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
  const { id: termId } = await office.terms.save({ name, ...days, keepDates: false })
  const { id: classId, typeId, venueId, ageGroupId } = await makeOffering(app, { name })
  await changeRows(app.db, 'offerings', { id: classId }, { term_id: termId })
  const sold = { pricePence: 850, credits: 1, offersTrial: false, trialPricePence: 0, isPackOnly: false }
  const line = {
    ...{ line: 2, key: name, classId, slot: undefined, weeksFrom: '2027-01-05' },
    of: { typeId, venueId, ageGroupId, name, termId, ...sold, colour: '#4c636c' },
    said: { roomId: null, teacherIds: [], capacity: 12 },
    dates: [{ date: '2027-01-05', startTime: '08:59', endTime: '10:00' }],
    ...{ present: 0, known: [], given: {} },
  }
  const now = app.clock.now()
  const taking = { importId: 1, policy: 'createOnly', dataKey: sharedDataKey, staffId, now } as const
  let publishing: Promise<unknown> = Promise.resolve()
  return behindGate(app, {
    close: tx => takeClasses(isLocked ? tx : tx.withPlugin(withoutLocks), [line], taking),
    work: () => {
      publishing = office.terms.publish({ id: termId, version: 1, at: '2027-01-05T09:00:00.000Z' })
      return publishing
    },
    waiting: isLocked ? 1 : 0,
    ...(!isLocked && { meanwhile: () => publishing }),
  })
}

test('a term is given no moment behind a date that is being imported; without the lock it would be', async () => {
  await expect(openedMeanwhile('Locked', true)).rejects.toThrow(
    beginsBefore(new Date('2027-01-05T08:59:00.000Z')),
  )
  // Negative control.
  expect(await openedMeanwhile('Open', false)).toEqual({ published: 0 })
})
