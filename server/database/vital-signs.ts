import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** One measured number, by the name under which it is watched (docs/running.md). */
export interface VitalSign {
  name:
    | 'maypole_database_up'
    | 'maypole_pool_in_use'
    | 'maypole_pool_waiting'
    | 'maypole_beat_timestamp_seconds'
    | 'maypole_jobs_due'
    | 'maypole_jobs_due_age_seconds'
    | 'maypole_jobs_failing'
    | 'maypole_mails_day'
    | 'maypole_payments_mismatched'
    | 'maypole_places_held'
  label: string
  value: number
}

/** What the database tells about the work that all processes share; by index alone, however long the history is. */
export async function readVitalSigns(db: Db, now: Date): Promise<VitalSign[]> {
  const { rows } = await sql<VitalSign>`
    with due as (
      select kind, count(*) as count, min(run_at) as since from jobs
      where done_at is null and run_at <= ${now} group by kind
    )
    select 'maypole_jobs_due' as name, kind as label, count::float8 as value from due
    union all
    select 'maypole_jobs_due_age_seconds', kind, extract(epoch from ${now}::timestamptz - since)::float8 from due
    union all
    select 'maypole_jobs_failing', kind, count(*) from jobs where done_at is null and last_error <> '' group by kind
    union all
    select 'maypole_mails_day', states.state, count(m.id) from (values ('sent'), ('refused'), ('waiting')) states (state)
      left join (
        select id, case when sent_at is not null then 'sent' when refused_at is not null then 'refused' else 'waiting' end
          as state
        from mails where coalesce(sent_at, refused_at, 'infinity') > ${now}::timestamptz - interval '1 day'
      ) m on m.state = states.state
      group by states.state
    union all
    select 'maypole_payments_mismatched', '', count(*) from payments where status = 'mismatched'
    union all
    select 'maypole_places_held', '', count(*) from orders o join bookings b on b.order_id = o.id
      where o.status = 'pending' and b.status = 'held'`.execute(db)
  return rows
}
