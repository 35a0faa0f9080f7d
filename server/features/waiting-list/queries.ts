import { sql } from 'kysely'
import type { ownWaiting } from '#contract/waiting-list.ts'
import type { CallOutput } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/local-time.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

type OwnWaiting = CallOutput<typeof ownWaiting.list>

/**
 * Where the account waits for what is still to come: offers first, then by day. Before an entry wait those of the same
 * queue who came earlier: for its session, or for any of the offering (decision E-12).
 */
export async function listOwnWaiting(db: Db, accountId: AccountId, now: Date): Promise<OwnWaiting> {
  const { rows } = await sql<OwnWaiting[number]>`
    select w.id, w.kind, coalesce(c.first_name || ' ' || c.last_name, w.name) as attendee, t.name as "typeName",
      v.name as venue, a.name as ages, s.id as "sessionId", s.start_date as "startDate", s.end_date as "endDate",
      left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime",
      ${localTime('w.offer_expires_at')} as "offerExpiresAt",
      case when w.status = 'offered' then 0 else 1 + (select count(*)::integer from waiting_entries x
        where x.offering_id = w.offering_id and x.status = 'waiting' and x.id < w.id
          and (x.session_id is null or w.session_id is null or x.session_id = w.session_id)) end as position
    from waiting_entries w join offerings o on o.id = w.offering_id join offering_types t on t.id = o.offering_type_id
      join venues v on v.id = o.venue_id join age_groups a on a.id = o.age_group_id
      left join sessions s on s.id = coalesce(w.offered_session_id, w.session_id)
      left join children c on c.id = w.child_id
    where w.account_id = ${accountId}
      and (w.status = 'offered' and w.offer_expires_at > ${now}
        or w.status = 'waiting' and (s.starts_at > ${now}
          or s.id is null and exists (select 1 from sessions l where l.offering_id = o.id and l.starts_at > ${now})))
    order by w.status, s.starts_at nulls last, w.id`.execute(db)
  return rows
}
