import { sql } from 'kysely'
import type { ownWaiting } from '#contract/waiting-list.ts'
import type { CallOutput } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import { isStillWaiting, positionInQueue } from '#server/features/offerings/queue.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import type { AccountId } from '#server/request/actor.ts'

type OwnWaiting = CallOutput<typeof ownWaiting.list>

/** Lists the account's waiting entries for future sessions, with their positions: offers first, then by day. */
export async function listOwnWaiting(db: Db, accountId: AccountId, now: Date): Promise<OwnWaiting> {
  const { rows } = await sql<OwnWaiting[number]>`
    select w.id, w.kind, coalesce(c.first_name || ' ' || c.last_name, w.name) as attendee, t.name as "typeName",
      ${classTitle} as title,
      v.name as venue, a.name as ages, s.id as "sessionId", s.start_date as "startDate", s.end_date as "endDate",
      left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime",
      ${localTime('w.offer_expires_at')} as "offerExpiresAt",
      case when w.status = 'offered' then 0 else ${positionInQueue(now)} end as position
    from waiting_entries w join offerings o on o.id = w.offering_id join offering_types t on t.id = o.offering_type_id
      join venues v on v.id = o.venue_id join age_groups a on a.id = o.age_group_id
      left join sessions s on s.id = coalesce(w.offered_session_id, w.session_id)
      left join children c on c.id = w.child_id
    where w.account_id = ${accountId} and ${isStillWaiting(now)}
    order by w.status, s.starts_at nulls last, w.id`.execute(db)
  return rows
}
