import { expect, test } from 'vitest'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { makeAccount } from '#testing/make-account.ts'
import { changeRows, rowOf, writeRow } from '#testing/rows.ts'
import { sharedDataKey } from '#testing/services-of-database.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { applyFamilies } from './apply-families.ts'

const app = await startTestApp()
const now = app.clock.now()
await app.office('owner')
const { id: staffId } = await rowOf(app.db, 'staff', { role: 'owner' })
const context = { importId: 1, policy: 'overwrite', dataKey: sharedDataKey, staffId, now } as const

/** Imports an answer “no” of 2025 while its family answers “yes” today; returns the stored answer. */
async function answeredMeanwhile(db: Db) {
  const { accountId: id, email } = await makeAccount(app)
  const empty = { first_name: '', last_name: '', mobile: '', address_line_1: '', address_line_2: '' }
  const line = {
    ...{ line: 2, email, isFirst: true, child: undefined },
    family: { ...empty, town: '', postcode: '', note: '' },
    consent: { isGiven: false, on: '2025-09-04', wording: '' },
  }
  const answer = { kind: 'offers', is_given: true, wording: 'Offers?', given_on: '2026-11-01' } as const
  await forceRace(app, {
    close: async tx => {
      await changeRows(tx, 'accounts', { id }, { wants_offers: true })
      await writeRow(tx, 'consents', { account_id: id, ...answer, source: 'onboarding', created_at: now })
    },
    work: () => transaction(db, tx => applyFamilies(tx, [line], context)),
    waiting: 1,
  })
  return (await rowOf(app.db, 'accounts', { id })).wants_offers
}

test("an import's older no does not replace a yes given meanwhile; without the lock it does", async () => {
  expect(await answeredMeanwhile(app.db)).toBe(true)
  // Negative control.
  expect(await answeredMeanwhile(app.db.withPlugin(withoutLocks))).toBe(false)
})
