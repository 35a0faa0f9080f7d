import { expect, test } from 'vitest'
import { officeSentences } from '#domain/office/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { hideSessions } from '#server/features/planning/hide-sessions.ts'
import { enrolWithPasskey } from '#testing/at-office-door.ts'
import { behindGate, withoutLocks } from '#testing/behind-gate.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-of.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { endWaysIn } from './finish-enrolment.ts'
import { beginPasskey, signInByPasskey } from './sign-in-by-passkey.ts'
import { endStaffSessions, recogniseStaff } from './staff-sessions.ts'

const app = await startTestApp({ poolSize: 8 })

const visitOf = (db: typeof app.db) => ({
  ...app.services,
  db,
  ip: '',
  device: { marks: [] },
  userAgent: '',
  keepToken: () => {},
})

/** A call that has passed the edge comes to its transaction while its caller loses what let them in. */
async function callMeanwhile(
  db: typeof app.db,
  change: { status: 'suspended' } | { role: 'teacher' } | 'end sessions',
) {
  const { token, staffId } = await makeStaff(app, { role: 'manager' })
  const staff = await recogniseStaff(app.db, token, app.clock.now())
  if (!staff) throw new Error('nobody')
  const request = { ...visitOf(db), staff, submitted: { path: '', input: {} } }
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

/** Somebody whose passkey was recognised comes to their session while they lose what let them in. */
async function comeInMeanwhile(db: typeof app.db, lose: (tx: Tx, id: number) => Promise<unknown>) {
  const { email, passkey } = await enrolWithPasskey(app, 'manager')
  const { id } = await rowOf(app.db, 'staff', { email })
  const { attempt, options } = await beginPasskey(app.services)
  return behindGate(app, {
    close: tx => tx.selectFrom('staff').select('id').where('id', '=', id).forUpdate().execute(),
    work: () => refusal(signInByPasskey(visitOf(db), { attempt, credential: passkey.answer(options) })),
    waiting: 1,
    meanwhile: tx => lose(tx, id),
  })
}

test('a passkey lets nobody in who was suspended, or lost it, since it was recognised', async () => {
  const suspend = (tx: Tx, id: number) => changeRows(tx, 'staff', { id }, { status: 'suspended' })
  const reset = (tx: Tx, id: number) => endWaysIn(tx, id, app.clock.now())
  expect(await comeInMeanwhile(app.db, suspend)).toBe(officeSentences.signInFailed)
  expect(await comeInMeanwhile(app.db, reset)).toBe(officeSentences.signInFailed)

  // Negative control: without the lock both are let in.
  const unlocked = app.db.withPlugin(withoutLocks)
  expect(await comeInMeanwhile(unlocked, suspend)).toBeUndefined()
  expect(await comeInMeanwhile(unlocked, reset)).toBeUndefined()
})
