import { sql } from 'kysely'
import { dayMilliseconds as day } from '#domain/calendar.ts'
import type { Db } from '#server/database/connect.ts'
import { isUndoable } from '#server/features/imports/undo-import.ts'
import type { Services } from '#server/services.ts'

/** The longest window that is counted is a day (decision E-31). */
const keepRateLimits = 2 * day
/** A guest's network is counted for an hour at most, and while a place is held (records 016 and 025). */
const keepNetworks = 2 * day
const keepCodes = 2 * day
/** A press of the office that is repeated within a day is answered as the first time (spec 3 §9). */
const keepPresses = day
/** None can be gone on with for longer than an hour. */
const keepAttempts = day
const keepDoneJobs = 7 * day
/** The link that took an address back, or came too late, says so for a while. */
const keepChangedAddresses = 30 * day
/** Whoever asks for their data still finds last month's log-ins (record 010). */
const keepEndedTokens = 30 * day
/** They are in the business's own mailbox by then, and the enquiry is kept by itself (record 010). */
const keepMailedEnquiries = 30 * day

/** Long enough to mend what was wrong (record 065). */
const keepImportedFiles = 30 * day

/** Forgets counted tries, the networks of guests, used codes and their mails, mailed enquiries, ended tokens, sessions and invitations, addresses of before, answered presses and finished jobs that nothing asks for any more. */
export async function clearOldRows({ db, clock }: Services): Promise<void> {
  const now = clock().getTime()
  await db
    .deleteFrom('rate_limits')
    .where('window_starts_at', '<', new Date(now - keepRateLimits))
    .execute()
  await db
    .updateTable('orders')
    .set({ guest_network: '' })
    .where('guest_network', '<>', '')
    .where('placed_at', '<', new Date(now - keepNetworks))
    .execute()
  await db
    .updateTable('waiting_entries as w')
    .set({ guest_network: '' })
    .where('guest_network', '<>', '')
    // Nothing ends an entry whose date is over; a date that is hidden, or a draft, may yet be booked.
    .where(
      sql<boolean>`(w.status not in ('waiting', 'offered') or not exists (select from sessions s
        where s.offering_id = w.offering_id and (w.session_id is null or s.id = w.session_id)
          and s.starts_at > ${clock()}))`,
    )
    .execute()
  await db
    .deleteFrom('email_codes')
    .where('sent_at', '<', new Date(now - keepCodes))
    .execute()
  // They belong to no account: whoever has a token alone finds no code among the account's mails.
  await db
    .deleteFrom('mails')
    .where('purpose', '=', 'code')
    .where('created_at', '<', new Date(now - keepCodes))
    .execute()
  // They belong to no account either, and go with none: whoever wrote stands in them by name.
  await db
    .deleteFrom('mails')
    .where('purpose', '=', 'enquiry')
    .where('created_at', '<', new Date(now - keepMailedEnquiries))
    .execute()
  const endedBefore = new Date(now - keepEndedTokens)
  await db
    .deleteFrom('access_tokens')
    .where(token => token.or([token('expires_at', '<', endedBefore), token('revoked_at', '<', endedBefore)]))
    .execute()
  await db
    .deleteFrom('email_changes')
    .where('take_back_until', '<', new Date(now - keepChangedAddresses))
    .execute()
  await db
    .deleteFrom('staff_requests')
    .where('at', '<', new Date(now - keepPresses))
    .execute()
  await db
    .deleteFrom('staff_attempts')
    .where('created_at', '<', new Date(now - keepAttempts))
    .execute()
  // The last one of each member tells when they were last here.
  await sql`delete from staff_sessions s where (expires_at < ${endedBefore} or revoked_at < ${endedBefore})
    and exists (select from staff_sessions l where l.staff_id = s.staff_id
      and (l.last_used_at, l.id) > (s.last_used_at, s.id))`.execute(db)
  await db.deleteFrom('staff_invitations').where('used_at', '<', endedBefore).execute()
  await db
    .deleteFrom('jobs')
    .where('done_at', '<', new Date(now - keepDoneJobs))
    .execute()
  await forgetImportedFiles(db, new Date(now - keepImportedFiles), new Date(now))
}

/**
 * What an import made stays told by its ids; the file, and what was wrong with its lines, are people's data. What is at
 * work, or can still be undone, is kept until that is over.
 */
async function forgetImportedFiles(db: Db, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('imports')
    .set({ file_sealed: null })
    .where('created_at', '<', before)
    .where('file_sealed', 'is not', null)
    .where('state', '<>', 'running')
    .where(({ not }) => not(isUndoable('imports', now)))
    .execute()
  await sql`update import_rows set problems = '[]', before_sealed = null
    where import_id in (select id from imports where file_sealed is null and not ${isUndoable('imports', now)})
      and (problems <> '[]' or before_sealed is not null)`.execute(db)
}
