import { sql } from 'kysely'
import type { account } from '#contract/accounts.ts'
import type { Value } from '#contract/wire.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { batched } from '#server/database/batched.ts'
import { type Db, planKept, type Tx } from '#server/database/connect.ts'
import type { AccountId, SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { hashToken, idleSince } from './tokens.ts'

const touchEvery = 10 * 60 * 1000

interface FoundToken {
  id: number
  account_id: AccountId
  last_used_at: Date
}

const findToken = batched(
  async (db, asked: { hash: Buffer; now: Date }[]): Promise<(FoundToken | undefined)[]> => {
    // Plain SQL: every signed-in call and every poll passes here, and building it costs more than running it.
    const { rows } = await sql<FoundToken & { position: number }>`${planKept} select
        asked.position, t.id, t.account_id, t.last_used_at
      from unnest(${asked.map(({ hash }) => hash)}::bytea[], ${asked.map(({ now }) => now)}::timestamptz[],
          ${asked.map(({ now }) => idleSince(now))}::timestamptz[])
        with ordinality as asked (hash, now, idle_since, position)
      join access_tokens t on t.token_hash = asked.hash
      join accounts a on a.id = t.account_id
      where t.revoked_at is null and t.expires_at > asked.now and t.last_used_at > asked.idle_since
        and a.status = 'active'`.execute(db)
    const found = new Map(rows.map(row => [row.position, row]))
    return asked.map((_, index) => found.get(index + 1))
  },
)

/**
 * Returns the account of a token, or undefined. `extend` means that the person did something, which keeps the
 * token alive. The time of use is written at most every ten minutes.
 */
export async function recogniseActor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  ip: string,
  extend: boolean,
): Promise<SignedIn | undefined> {
  const now = clock()
  const found = await findToken(db, { hash: hashToken(token), now })
  if (!found) return undefined
  if (extend && now.getTime() - found.last_used_at.getTime() > touchEvery) {
    await db.updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', found.id).execute()
  }
  return { accountId: found.account_id, tokenId: found.id, ip }
}

const loginOf = (db: Db, email: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'email', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .where('status', '=', 'active')

type Login = { id: number; email: string; passwordHash: string }

/** Finds the account that signs in with this address, if there is one. */
export const findLogin = (db: Db, email: string): Promise<Login | undefined> =>
  loginOf(db, email).executeTakeFirst()

/**
 * Finds the account that signs in with this address, and locks it so that it cannot be closed while a mail
 * about it is written.
 */
export const holdLogin = (tx: Tx, email: string): Promise<Login | undefined> =>
  loginOf(tx, email).forShare().executeTakeFirst()

/** Reads the parent as their own pages show them (spec 2 §3). */
export function readAccount(db: Db, accountId: AccountId): Promise<Value<typeof account>> {
  return db
    .selectFrom('accounts')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'mobile',
      'email',
      'new_email as newEmail',
      'avatar_path as avatar',
      'address_line_1 as addressLine1',
      'address_line_2 as addressLine2',
      'town',
      'postcode',
      'note',
      'points_balance as rewardPoints',
      'credit_balance as credits',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/**
 * Locks the signed-in person's account, before any of its other rows. If it was closed meanwhile or the
 * office has frozen it, refuses like somebody who is not signed in.
 */
export async function lockOwnAccount(
  tx: Tx,
  accountId: AccountId,
): Promise<{ email: string; mobile: string; avatar_path: string }> {
  const open = await tx
    .selectFrom('accounts')
    .select(['email', 'mobile', 'avatar_path'])
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .where('frozen_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!open) throw new Refusal(sentences.pleaseLogIn, 401)
  return open
}

/**
 * Refuses pictures that are neither used already nor the account's own uploads, because everyone who views
 * them would load a foreign address. Locks the uploads, so that they are not deleted before they are used.
 */
export async function requireOwnPictures(
  tx: Tx,
  accountId: AccountId,
  pictures: { given: string; present: string }[],
): Promise<void> {
  const changed = new Set(
    pictures.filter(({ given, present }) => given !== '' && given !== present).map(({ given }) => given),
  )
  if (changed.size === 0) return
  const own = await tx
    .selectFrom('media')
    .select('path')
    .where('account_id', '=', accountId)
    .where('path', 'in', [...changed])
    .forKeyShare()
    .execute()
  requireThat(own.length === changed.size, sentences.pictureNotFound)
}
