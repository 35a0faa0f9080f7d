import { sql } from 'kysely'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { SignedIn } from '#server/features/accounts/actor.ts'
import { allowRate } from '#server/features/accounts/allow-rate.ts'
import { checkPassword } from '#server/features/accounts/hash-password.ts'
import { notePlace, sealNote } from '#server/features/children/seal-note.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'

/**
 * Closes an account for good (UK GDPR, article 17; record 010): every personal field is erased, the rows that
 * money hangs on stay without a name. Refused while an order is unpaid; with paid places still to come, or goods not
 * yet sent, only when they are knowingly given up.
 */
export async function closeAccount(
  services: Services,
  { accountId }: SignedIn,
  { password, giveUpBookings }: { password: string; giveUpBookings: boolean },
): Promise<void> {
  const { db, clock, config, jobWaiting } = services
  requireThat(password, sentences.passwordRequired)
  const now = clock()
  await allowRate(db, { key: `password:${accountId}`, atMost: 10, perMinutes: 60 }, now)
  const { password_hash: hash } = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  requireThat(await checkPassword(password, hash), sentences.passwordWrong)
  await transaction(db, async tx => {
    const account = await tx
      .selectFrom('accounts')
      .select(['email', 'status', 'password_hash'])
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    requireThat(account.status === 'active' && account.password_hash === hash, sentences.passwordWrong)
    await requireNothingOpen(tx, accountId, giveUpBookings, now)
    await leaveQueues(tx, accountId, now)
    await eraseChildren(tx, accountId, config.dataKey)
    await eraseOrders(tx, accountId)
    await eraseAccount(tx, accountId, account.email)
    await removePictures(tx, accountId, now)
  })
  jobWaiting()
}

async function requireNothingOpen(
  tx: Tx,
  accountId: number,
  giveUpBookings: boolean,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ unpaid: boolean; open: boolean }>`select
    exists (select from orders where account_id = ${accountId} and status = 'pending') as unpaid,
    exists (select from bookings b join sessions s on s.id = b.session_id
      where b.account_id = ${accountId} and b.status = 'confirmed' and s.starts_at > ${now})
    or exists (select from orders where account_id = ${accountId} and kind = 'product' and status = 'paid') as open`.execute(
    tx,
  )
  requireThat(!rows[0]?.unpaid, sentences.closeUnpaid)
  requireThat(giveUpBookings || !rows[0]?.open, sentences.closeOpen)
}

/** A place that was kept for this family goes to the next who waits. */
async function leaveQueues(tx: Tx, accountId: number, now: Date): Promise<void> {
  const kept = await sql<{ id: number }>`select id from sessions where id in (
      select offered_session_id from waiting_entries where account_id = ${accountId} and status = 'offered')
    order by id for no key update`.execute(tx)
  await sql`update sessions s set places_offered = places_offered - w.places from (
      select offered_session_id as id, count(*)::integer as places from waiting_entries
      where account_id = ${accountId} and status = 'offered' group by offered_session_id
    ) w where w.id = s.id`.execute(tx)
  await sql`update waiting_entries set
      status = case when status in ('waiting', 'offered') then 'withdrawn' else status end,
      offered_session_id = null, offered_at = null, offer_expires_at = null,
      name = case when child_id is null then 'Erased' else '' end, email = '', phone = ''
    where account_id = ${accountId}`.execute(tx)
  await offerFreedPlaces(
    tx,
    kept.rows.map(({ id }) => id),
    now,
  )
}

async function eraseChildren(tx: Tx, accountId: number, dataKey: Buffer): Promise<void> {
  const own = sql`(select id from children where account_id = ${accountId})`
  await sql`delete from emergency_contacts where child_id in ${own}`.execute(tx)
  await sql`delete from pick_up_people where child_id in ${own}`.execute(tx)
  await tx
    .updateTable('children')
    .set({
      first_name: 'Erased',
      last_name: 'Erased',
      gender: 0,
      date_of_birth: '1900-01-01',
      attends_school: false,
      school_name: '',
      address_source: 'guardian',
      address_line_1: '',
      address_line_2: '',
      medical_sealed: sealNote(dataKey, '', notePlace(accountId, 'medical')),
      allergy_sealed: sealNote(dataKey, '', notePlace(accountId, 'allergy')),
      note: '',
      photo_permission: false,
      photo_marketing_permission: false,
      avatar_path: '',
    })
    .where('account_id', '=', accountId)
    .execute()
}

/** An attendee keeps a name of no one, and an address of its own, for one place is told from another by them. */
async function eraseOrders(tx: Tx, accountId: number): Promise<void> {
  const own = sql`(select id from orders where account_id = ${accountId})`
  await sql`update orders set guest_name = '', guest_email = '', guest_phone = '', request_hash = null
    where account_id = ${accountId}`.execute(tx)
  await sql`update bookings set attendee_name = 'Erased', attendee_phone = '',
      attendee_email = 'erased-' || id || '@closed.invalid'
    where account_id = ${accountId} and child_id is null`.execute(tx)
  await sql`update order_deliveries set full_name = '', phone = '', address = '', postcode = ''
    where order_id in ${own}`.execute(tx)
  await sql`update discount_uses set guest_email = '' where order_id in ${own}`.execute(tx)
}

async function removePictures(tx: Tx, accountId: number, now: Date): Promise<void> {
  const gone = await tx.deleteFrom('media').where('account_id', '=', accountId).returning('path').execute()
  for (const { path } of gone) await enqueue(tx, 'remove-picture', { path }, now, `remove-picture-${path}`)
}

async function eraseAccount(tx: Tx, accountId: number, email: string): Promise<void> {
  await sql`delete from message_reads where account_id = ${accountId}
    or message_id in (select id from messages where account_id = ${accountId})`.execute(tx)
  await sql`delete from basket_session_children where account_id = ${accountId}`.execute(tx)
  for (const table of [
    'messages',
    'access_tokens',
    'basket_sessions',
    'basket_products',
    'calendar_feeds',
  ] as const) {
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
  await sql`delete from enquiries where account_id = ${accountId} or email = ${email}`.execute(tx)
  await sql`delete from mails where account_id = ${accountId} or to_email = ${email}`.execute(tx)
  await tx.deleteFrom('subscriptions').where('email', '=', email).execute()
  await tx.deleteFrom('email_codes').where('email', '=', email).execute()
  await tx
    .updateTable('accounts')
    .set({
      status: 'closed',
      email: `closed-${accountId}@closed.invalid`,
      password_hash: '',
      first_name: '',
      last_name: '',
      mobile: '',
      avatar_path: '',
      address_line_1: '',
      address_line_2: '',
      town: '',
      postcode: '',
      note: '',
      referral_source: '',
      wants_offers: null,
    })
    .where('id', '=', accountId)
    .execute()
}
