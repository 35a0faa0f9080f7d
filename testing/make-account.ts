import { hash } from '@node-rs/argon2'
import type { Api } from '#contract/client.ts'
import { issueToken } from '#server/features/accounts/tokens.ts'
import type { AccountId } from '#server/request/actor.ts'
import { writeRow } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

export interface MadeAccount extends WrittenAccount {
  api: Api
}
interface WrittenAccount {
  accountId: AccountId
  token: string
  email: string
}

export const testPassword = 'Password1'
// Cheap, but a real hash: one may log in with it.
const cheapHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
let made = 0

export interface AccountDetails {
  email?: string
  firstName?: string
  lastName?: string
  credits?: number
  points?: number
}

/** Inserts a signed-in parent; `credits` and `points` come with their ledger rows. */
export async function makeAccount(
  app: Pick<TestApp, 'db' | 'clock' | 'apiOf'>,
  given: AccountDetails = {},
): Promise<MadeAccount> {
  const account = await writeAccount(app, given)
  return { ...account, api: app.apiOf(account) }
}

/** Inserts the account only, for tests without an app. */
export async function writeAccount(
  app: Pick<TestApp, 'db'> & { clock: Pick<TestApp['clock'], 'now'> },
  given: AccountDetails = {},
): Promise<WrittenAccount> {
  const now = app.clock.now()
  made += 1
  const email = given.email ?? `parent-${made}@example.test`
  const credits = given.credits ?? 0
  const points = given.points ?? 0
  const password = await cheapHash
  return app.db.transaction().execute(async tx => {
    const id = await writeRow(tx, 'accounts', {
      email,
      password_hash: password,
      first_name: given.firstName ?? 'Priya',
      last_name: given.lastName ?? 'Shah',
      mobile: '07700 900001',
      credit_balance: credits,
      points_balance: points,
      terms_accepted_at: now,
      created_at: now,
    })
    const entry = { account_id: id, reason: 'adjustment', memo: 'Opening balance', created_at: now } as const
    if (credits > 0) {
      await writeRow(tx, 'credit_entries', { ...entry, delta: credits, balance_after: credits })
    }
    if (points > 0) {
      await writeRow(tx, 'point_entries', { ...entry, delta: points, balance_after: points })
    }
    return { accountId: id as AccountId, email, token: await issueToken(tx, id, now) }
  })
}
