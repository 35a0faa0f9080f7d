import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { isGivenUp } from './mail-states.ts'

/**
 * The metrics that are read when Prometheus asks: label, if any, and help text. docs/running.md says when to raise an
 * alarm.
 */
export const gauges = {
  maypole_database_up: { help: '1 when the database answered this request in time, else 0' },
  maypole_pool_in_use: { help: 'Connections to PostgreSQL at work' },
  maypole_pool_waiting: { help: 'Queries that wait for a connection to PostgreSQL' },
  maypole_beat_timestamp_seconds: { label: 'work', help: 'When each background task last succeeded' },
  maypole_jobs_due: { label: 'kind', help: 'Jobs that are due and not done' },
  maypole_jobs_due_age_seconds: { label: 'kind', help: 'For how long the oldest due job has been due' },
  maypole_jobs_failing: { label: 'kind', help: 'Jobs that failed at least once and are tried again' },
  maypole_mails_day: {
    label: 'state',
    help: 'Mails sent or refused in the last 24 hours, and all that wait',
  },
  maypole_payments_mismatched: { help: 'Payments that are not as we asked: people decide' },
  maypole_places_held: { help: 'Places held by orders that are not paid yet' },
}

/** A measured value of one of the metrics above. */
export interface VitalSign {
  name: keyof typeof gauges
  label: string
  value: number
}

/** Reads what the database knows about the work of all processes. It uses indexes only, however long the history is. */
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
        select id, case when sent_at is not null then 'sent' when ${isGivenUp} then 'refused' when refused_at is null then 'waiting' end
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
