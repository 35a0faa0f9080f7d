import { type RawBuilder, sql } from 'kysely'
import type { AgeRange } from '#domain/ages.ts'

/** Selects the ages that a class `o` takes; null if its ages are only advice, or if nobody has set them. */
export const onlyAges = sql<AgeRange | null>`case when o.refuses_other_ages then (
    select json_build_object('fromMonths', g.from_months, 'toMonths', g.to_months)
    from age_groups g where g.id = o.age_group_id and coalesce(g.from_months, g.to_months) is not null) end`

/**
 * Whether an account is a member: it had a place on a date that has begun, or was imported, so the business
 * knew it already (decision E-26). False without an account.
 */
export const isMember = (accountId: RawBuilder<unknown>, now: RawBuilder<unknown>) => sql<boolean>`(
    exists (select from bookings b join sessions m on m.id = b.session_id
      where b.account_id = ${accountId} and b.status = 'confirmed' and m.status <> 'cancelled' and m.starts_at <= ${now})
    or exists (select from import_rows r where r.account_id = ${accountId} and r.outcome in ('made', 'changed', 'kept')))`
