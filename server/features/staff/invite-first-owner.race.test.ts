import { expect, test } from 'vitest'
import { behindGate, withoutLocks } from '#testing/behind-gate.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { inviteFirstOwner } from './invite-first-owner.ts'

const app = await startTestApp({ poolSize: 8 })

const place = { officeUrl: app.services.config.officeUrl, now: app.clock.now() }

/**
 * Two processes that start at once come to the first owner's invitation together, and stand before that of an earlier
 * start; what each prints, or why it ends.
 */
async function startTogether(db: typeof app.db) {
  const start = () => inviteFirstOwner(db, place)
  const ends = await behindGate(app, {
    close: tx => tx.selectFrom('staff_invitations').select('id').forUpdate().execute(),
    work: () => Promise.allSettled([start(), start()]),
    waiting: 2,
  })
  return ends.map(end => (end.status === 'rejected' ? end.reason.code : typeof end.value)).sort()
}

test('two processes that start at once without an owner both start, and one link is open', async () => {
  await inviteFirstOwner(app.db, place)
  expect(await startTogether(app.db)).toEqual(['string', 'string'])
  expect(await rowsOf(app.db, 'staff_invitations', { email: '', used_at: null })).toHaveLength(1)

  // Negative control: without the lock neither sees the other's invitation, and the second one's cannot be written.
  expect(await startTogether(app.db.withPlugin(withoutLocks))).toEqual(['23505', 'string'])
})
