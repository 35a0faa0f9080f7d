import { sql } from 'kysely'
import { addDays, dayMilliseconds as day, todayInLondon } from '#domain/calendar.ts'
import type { Db } from '#server/database/connect.ts'
import { isUndoable } from '#server/features/imports/undo-import.ts'
import type { Services } from '#server/services.ts'

/** The longest counted window is a day (decision E-31). */
const keepRateLimits = 2 * day
/** A guest's network is counted for an hour at most, and while a place is held (records 016 and 025). */
const keepNetworks = 2 * day
const keepCodes = 2 * day
/** A repeated submission of the office gets the first answer for a day (spec 3 §9). */
const submissionsKept = day
/** Attempts end after an hour, so older ones cannot continue. */
const keepAttempts = day
const keepDoneJobs = 7 * day
/** Former addresses are kept for a while, so that an undo link can say that it was used or has expired. */
const keepChangedAddresses = 30 * day
/** Parents who download their data find last month's log-ins in it (record 010). */
const keepEndedTokens = 30 * day
/** Mails of enquiries are in the business's mailbox, and the enquiry itself is kept (record 010). */
const keepMailedEnquiries = 30 * day

/** Imported files are kept long enough to correct mistakes (record 065). */
const keepImportedFiles = 30 * day

/** Walk-ins are booked or forgotten within a term, so their names are not kept longer (decision O-122). */
const keepWalkIns = 90

/**
 * Deletes rows that are no longer needed: counted tries, guests' networks, used codes and their mails, mailed
 * enquiries. Also ended tokens, sessions and invitations, former addresses, answered submissions and finished jobs.
 */
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
  // Mails with codes belong to no account, so that a caller with only a token finds no code among the
  // account's mails.
  await db
    .deleteFrom('mails')
    .where('purpose', '=', 'code')
    .where('created_at', '<', new Date(now - keepCodes))
    .execute()
  // Mails of enquiries belong to no account either. So closing an account does not delete them, although they
  // name the writer.
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
    .where('at', '<', new Date(now - submissionsKept))
    .execute()
  await db
    .deleteFrom('staff_attempts')
    .where('created_at', '<', new Date(now - keepAttempts))
    .execute()
  // Keeps the last session of each member, because it shows when they were last here.
  await sql`delete from staff_sessions s where (expires_at < ${endedBefore} or revoked_at < ${endedBefore})
    and exists (select from staff_sessions l where l.staff_id = s.staff_id
      and (l.last_used_at, l.id) > (s.last_used_at, s.id))`.execute(db)
  await db.deleteFrom('staff_invitations').where('used_at', '<', endedBefore).execute()
  await db
    .deleteFrom('jobs')
    .where('done_at', '<', new Date(now - keepDoneJobs))
    .execute()
  await forgetWalkIns(db, todayInLondon(clock()))
  await forgetImportedFiles(db, new Date(now - keepImportedFiles), new Date(now))
}

/**
 * Deletes imported files and the problems of their lines, which are people's data. The ids that an import created stay.
 * A file is kept while its import runs or can be undone.
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

/**
 * Erases the names and numbers of old walk-ins, who collected them, and the notes about them. Their marks stay for the
 * counts. Deletes incidents that need not be kept any longer.
 */
async function forgetWalkIns(db: Db, today: string): Promise<void> {
  const before = addDays(today, -keepWalkIns)
  await sql`delete from register_notes where walk_in_id is not null and on_day < ${before}`.execute(db)
  await sql`update register_marks set collected_by = ''
    where walk_in_id is not null and collected_by <> '' and on_day < ${before}`.execute(db)
  await sql`update walk_ins set name = 'Erased', phone = '' where name <> 'Erased' and on_day < ${before}`.execute(
    db,
  )
  await db.deleteFrom('incidents').where('keep_until', '<', today).execute()
}
