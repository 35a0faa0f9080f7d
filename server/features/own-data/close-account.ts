import { sql } from 'kysely'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { triesOfPassword } from '#server/features/accounts/change-password.ts'
import { checkPassword } from '#server/features/accounts/hash-password.ts'
import { removeAt } from '#server/features/content/remove-picture.ts'
import { guestKey } from '#server/features/orders/office-queries.ts'
import { leaveWaitingLists } from '#server/features/waiting-list/leave-waiting-lists.ts'
import type { SignedIn } from '#server/request/actor.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { type Closing, personalTables } from './personal-data.ts'

/**
 * Closes an account for good (UK GDPR, article 17; record 010): erases every personal field, and keeps orders and
 * payments without a name. Refused while an order is unpaid, money is expected, or a refund is on its way, or while the former address
 * can still undo a change. The family must confirm giving up paid places and goods that are not sent yet.
 */
export async function closeAccount(
  services: Services,
  { accountId }: SignedIn,
  { password, giveUpBookings }: { password: string; giveUpBookings: boolean },
): Promise<void> {
  const { db, clock, config, jobWaiting } = services
  requireThat(password, sentences.passwordRequired, 'password')
  const now = clock()
  await allowRate(db, triesOfPassword(accountId), now)
  const { password_hash: hash } = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  requireThat(await checkPassword(password, hash), sentences.passwordWrong, 'password')
  await transaction(db, async tx => {
    const account = await tx
      .selectFrom('accounts')
      .select(['status', 'password_hash'])
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    requireThat(account.status === 'active' && account.password_hash === hash, sentences.passwordWrong)
    await requireNothingOpen(tx, accountId, giveUpBookings, now)
    // Orders are locked before the sessions of queues.
    await forgetGuest(tx, accountId)
    await leaveWaitingLists(tx, sql`account_id = ${accountId}`, now)
    await removePictures(tx, accountId, now)
    await erase(tx, { accountId, dataKey: config.dataKey })
  })
  jobWaiting()
}

async function requireNothingOpen(
  tx: Tx,
  accountId: number,
  giveUpBookings: boolean,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{
    unpaid: boolean
    expected: boolean
    refunding: boolean
    changed: boolean
    open: boolean
  }>`select
    exists (select from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where o.account_id = ${accountId} and r.status in ('requested', 'waiting', 'failed')) as refunding,
    exists (select from orders where account_id = ${accountId} and status = 'pending') as unpaid,
    exists (select from payments p join orders o on o.id = p.order_id
      where o.account_id = ${accountId} and p.status = 'expected') as expected,
    exists (select from email_changes where account_id = ${accountId} and taken_back_at is null
      and take_back_until > ${now}) as changed,
    exists (select from bookings b join sessions s on s.id = b.session_id
      where b.account_id = ${accountId} and b.status = 'confirmed' and s.ends_at > ${now})
    or exists (select from orders where account_id = ${accountId} and kind = 'product' and status = 'paid') as open`.execute(
    tx,
  )
  requireThat(!rows[0]?.unpaid, sentences.closeUnpaid)
  requireThat(!rows[0]?.expected, sentences.closeExpected)
  requireThat(!rows[0]?.refunding, sentences.closeRefunding)
  requireThat(!rows[0]?.changed, sentences.closeChanged)
  requireThat(giveUpBookings || !rows[0]?.open, sentences.closeOpen)
}

/** Removes the files of the account's pictures, because their rows are deleted. */
async function removePictures(tx: Tx, accountId: number, now: Date): Promise<void> {
  const pictures = await tx.selectFrom('media').select('path').where('account_id', '=', accountId).execute()
  for (const { path } of pictures) await removeAt(tx, path, now)
}

/**
 * Clears the request hash of guest orders with the account's address, because it was made from personal data.
 * The orders stay.
 */
async function forgetGuest(tx: Tx, accountId: number): Promise<void> {
  await sql`update orders o set request_hash = null from accounts a
    where a.id = ${accountId} and o.account_id is null and ${guestKey('o')} = a.email`.execute(tx)
}

/** Deletes rows or blanks columns, as `personalData` says for each table. */
async function erase(tx: Tx, closing: Closing): Promise<void> {
  const { accountId } = closing
  for (const [table, { own, address, closing: fate }] of personalTables) {
    if (fate === 'deleted') {
      const written = address
        ? sql`or mine.account_id is null and mine.${sql.ref(address)} = (select email from accounts where id = ${accountId})`
        : sql``
      await sql`delete from ${sql.table(table)} as mine where ${own(accountId)} ${written}`.execute(tx)
      continue
    }
    if (fate === 'kept') continue
    const columns = Object.entries(fate.erased(closing))
    const assignments = sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
    await sql`update ${sql.table(table)} as mine set ${assignments} where ${own(accountId)}`.execute(tx)
  }
}
