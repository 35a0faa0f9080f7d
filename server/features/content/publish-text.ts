import { sql } from 'kysely'
import type { JobPayloads } from '#server/jobs/job-kinds.ts'
import type { Services } from '#server/services.ts'
import { isInForce } from './keep-version.ts'

/** Runs the job that publishes a text's latest version when its date has come. */
export async function publishText(
  { db, clock }: Services,
  { area, key }: JobPayloads['text-in-force'],
): Promise<void> {
  await sql`update settings s set value = v.value, version = s.version + 1, updated_at = ${clock()}, updated_by = v.staff_id
    from (select value, staff_id from text_versions v
      where area = ${area} and key = ${key} and effective_at <= ${clock()} and ${isInForce}
      order by effective_at desc, id desc limit 1) v
    where s.area = ${area} and s.key = ${key} and s.value <> v.value`.execute(db)
}
