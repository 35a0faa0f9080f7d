import { expect, test } from 'vitest'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { behindGate, withoutLocks } from '#testing/behind-gate.ts'
import { makeAccount } from '#testing/make-account.ts'
import { sharedDataKey } from '#testing/place-in.ts'
import { changeRows, rowOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { takeFamilies } from './take-families.ts'

const app = await startTestApp()
const now = app.clock.now()
const taking = { importId: 1, policy: 'overwrite', dataKey: sharedDataKey, staffId: 1, now } as const

/** A file's no of 2025 is taken while its family answers with a yes of today; what is then held of it. */
async function answeredMeanwhile(db: Db) {
  const { accountId: id, email } = await makeAccount(app)
  const empty = { first_name: '', last_name: '', mobile: '', address_line_1: '', address_line_2: '' }
  const line = {
    ...{ line: 2, email, isFirst: true, child: undefined },
    family: { ...empty, town: '', postcode: '', note: '' },
    consent: { isGiven: false, on: '2025-09-04', wording: '' },
  }
  const answer = { kind: 'offers', is_given: true, wording: 'Offers?', given_on: '2026-11-01' } as const
  await behindGate(app, {
    close: async tx => {
      await changeRows(tx, 'accounts', { id }, { wants_offers: true })
      await writeRow(tx, 'consents', { account_id: id, ...answer, source: 'onboarding', created_at: now })
    },
    work: () => transaction(db, tx => takeFamilies(tx, [line], taking)),
    waiting: 1,
  })
  return (await rowOf(app.db, 'accounts', { id })).wants_offers
}

test('a no of an earlier day does not go over a yes that is given while the file is taken; without the lock it would', async () => {
  expect(await answeredMeanwhile(app.db)).toBe(true)
  // Negative control.
  expect(await answeredMeanwhile(app.db.withPlugin(withoutLocks))).toBe(false)
})
