import { expect, test } from 'vitest'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { inviteFirstOwner } from './invite-first-owner.ts'

const app = await startTestApp({ poolSize: 8 })

const place = { officeUrl: app.services.config.officeUrl, now: app.clock.now() }

/**
 * Lets two processes start together with an old invitation of the first owner. Returns each one's output, or why it
 * ended.
 */
async function startTogether(db: typeof app.db) {
  const start = () => inviteFirstOwner(db, place)
  const ends = await forceRace(app, {
    close: tx => tx.selectFrom('staff_invitations').select('id').forUpdate().execute(),
    work: () => Promise.allSettled([start(), start()]),
    waiting: 2,
  })
  return ends.map(end => (end.status === 'rejected' ? end.reason.code : typeof end.value)).sort()
}

test('two processes that start at once without an owner both start, and one link is valid', async () => {
  await inviteFirstOwner(app.db, place)
  expect(await startTogether(app.db)).toEqual(['string', 'string'])
  expect(await rowsOf(app.db, 'staff_invitations', { email: '', used_at: null })).toHaveLength(1)

  // Negative control: without the lock neither sees the other's invitation, and the second cannot be written.
  expect(await startTogether(app.db.withPlugin(withoutLocks))).toEqual(['23505', 'string'])
})
