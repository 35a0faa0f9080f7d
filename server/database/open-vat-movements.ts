import { type RawBuilder, sql } from 'kysely'
import { addDays, instantInLondon } from '#domain/calendar.ts'

/**
 * Selects the open movements of a month, from the view that computes them. A day is open if it is after the last closed
 * period or before the first. The end of the last one is read once, not for each row.
 */
export const openMovements = ({ from, to }: { from: string; to: string }): RawBuilder<unknown> => sql`(
  select * from vat_movements where at >= ${instantInLondon(from, '00:00')} and at < ${instantInLondon(addDays(to, 1), '00:00')}
    and (day > (select coalesce(vat_closed_until(), '-infinity')) or day < (select min(from_day) from vat_periods)))`
