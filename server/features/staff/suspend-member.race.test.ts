import { expect, test } from 'vitest'
import { officeSentences } from '#domain/office/sentences.ts'
import { hideSessions } from '#server/features/planning/hide-sessions.ts'
import { behindGate, withoutLocks } from '#testing/behind-gate.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-of.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { endStaffSessions, recogniseStaff } from './staff-sessions.ts'

const app = await startTestApp({ poolSize: 8 })

/** A call that has passed the edge comes to its transaction while its caller loses what let them in. */
async function callMeanwhile(
  db: typeof app.db,
  change: { status: 'suspended' } | { role: 'teacher' } | 'end sessions',
) {
  const { token, staffId } = await makeStaff(app, { role: 'manager' })
  const staff = await recogniseStaff(app.db, token, app.clock.now())
  if (!staff) throw new Error('nobody')
  const request = {
    ...app.services,
    db,
    staff,
    ip: '',
    device: { marks: [] },
    userAgent: '',
    keepToken: () => {},
  }
  const { id } = await makeSession(app, await makeOffering(app))
  const told = await behindGate(app, {
    close: tx => tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute(),
    work: () => refusal(hideSessions(request, { sessions: [{ id, version: 1 }], isHidden: true })),
    waiting: 1,
    meanwhile: async tx => {
      if (change === 'end sessions') await endStaffSessions(tx, staffId, app.clock.now())
      else await changeRows(tx, 'staff', { id: staffId }, change)
    },
  })
  return { told, status: (await rowOf(app.db, 'sessions', { id })).status }
}

test('what somebody has under way is refused once they are suspended, have another role or are signed out', async () => {
  const refused = { told: officeSentences.signInAgain, status: 'scheduled' }
  expect(await callMeanwhile(app.db, { status: 'suspended' })).toEqual(refused)
  expect(await callMeanwhile(app.db, { role: 'teacher' })).toEqual(refused)
  expect(await callMeanwhile(app.db, 'end sessions')).toEqual(refused)

  // Negative control: without the lock they are found as they were, and what they do is done after all.
  const unlocked = app.db.withPlugin(withoutLocks)
  const done = { told: undefined, status: 'withdrawn' }
  expect(await callMeanwhile(unlocked, { status: 'suspended' })).toEqual(done)
  expect(await callMeanwhile(unlocked, 'end sessions')).toEqual(done)
})
