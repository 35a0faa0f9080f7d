import { expect, test } from 'vitest'
import { officeSentences } from '#domain/office/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { hideSessions } from '#server/features/planning/hide-sessions.ts'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { enrolWithPasskey } from '#testing/staff-sign-in.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { endCredentials } from './finish-enrolment.ts'
import { beginPasskey, signInByPasskey } from './sign-in-by-passkey.ts'
import { endStaffSessions, recogniseStaff } from './staff-sessions.ts'

const app = await startTestApp({ poolSize: 8 })

const visitOf = (db: typeof app.db) => ({
  ...app.services,
  db,
  ip: '',
  device: { tokens: [] },
  userAgent: '',
  keepCookie: () => {},
})

/** Runs a call that passed the edge while its caller loses their permission. */
async function callMeanwhile(
  db: typeof app.db,
  change: { status: 'suspended' } | { role: 'teacher' } | 'end sessions',
) {
  const { token, staffId } = await makeStaff(app, { role: 'manager' })
  const staff = await recogniseStaff(app.db, token, app.clock.now())
  if (!staff) throw new Error('nobody')
  const request = { ...visitOf(db), staff, submitted: { path: '', input: {} } }
  const { id } = await makeSession(app, await makeOffering(app))
  const told = await forceRace(app, {
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

test('calls in progress are refused once a member is suspended, demoted or signed out', async () => {
  const refused = { told: officeSentences.signInAgain, status: 'scheduled' }
  expect(await callMeanwhile(app.db, { status: 'suspended' })).toEqual(refused)
  expect(await callMeanwhile(app.db, { role: 'teacher' })).toEqual(refused)
  expect(await callMeanwhile(app.db, 'end sessions')).toEqual(refused)

  // Negative control: without the lock the call succeeds after all.
  const unlocked = app.db.withPlugin(withoutLocks)
  const done = { told: undefined, status: 'withdrawn' }
  expect(await callMeanwhile(unlocked, { status: 'suspended' })).toEqual(done)
  expect(await callMeanwhile(unlocked, 'end sessions')).toEqual(done)
})

/** Signs in with a passkey that is recognised while the member loses their access. */
async function signInWhile(db: typeof app.db, lose: (tx: Tx, id: number) => Promise<unknown>) {
  const { email, passkey } = await enrolWithPasskey(app, 'manager')
  const { id } = await rowOf(app.db, 'staff', { email })
  const { attempt, options } = await beginPasskey(app.services)
  return forceRace(app, {
    close: tx => tx.selectFrom('staff').select('id').where('id', '=', id).forUpdate().execute(),
    work: () => refusal(signInByPasskey(visitOf(db), { attempt, credential: passkey.answer(options) })),
    waiting: 1,
    meanwhile: tx => lose(tx, id),
  })
}

test('a passkey does not admit a member who was suspended or lost it since it was checked', async () => {
  const suspend = (tx: Tx, id: number) => changeRows(tx, 'staff', { id }, { status: 'suspended' })
  const reset = (tx: Tx, id: number) => endCredentials(tx, id, app.clock.now())
  expect(await signInWhile(app.db, suspend)).toBe(officeSentences.signInFailed)
  expect(await signInWhile(app.db, reset)).toBe(officeSentences.signInFailed)

  // Negative control: without the lock both are admitted.
  const unlocked = app.db.withPlugin(withoutLocks)
  expect(await signInWhile(unlocked, suspend)).toBeUndefined()
  expect(await signInWhile(unlocked, reset)).toBeUndefined()
})
