import { type RawBuilder, sql } from 'kysely'
import type { terms } from '#contract/office/terms.ts'
import type { CallInput } from '#contract/wire.ts'
import { daysBetween } from '#domain/calendar.ts'
import { maxTermDays } from '#domain/limits.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { datesInClosure, datesOutside, plannerSentences } from '#domain/office/planner-sentences.ts'
import type { Closure } from '#domain/office/recurrence.ts'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { staffSessionTitle } from '#server/features/offerings/session-sql.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { readTerm, readTermAsListed } from './term-queries.ts'

type TermInput = CallInput<typeof terms.save>

/**
 * Creates or changes a term with its closures. Refuses dates in a closure, unless confirmed, and dates
 * outside its days; the refusal names them. Locks the term, then the sessions in its closures.
 */
export async function saveTerm(
  request: OfficeRequest,
  input: TermInput,
): Promise<Recorded<{ id: number; version: number }>> {
  requireTerm(input)
  const { staff, clock } = request
  const now = clock()
  try {
    return await recordAction(request, input, async tx => {
      const values = { name: input.name, start_date: input.startDate, end_date: input.endDate }
      const { id } = input.id
        ? { id: input.id }
        : await tx
            .insertInto('terms')
            .values({ ...values, updated_at: now, updated_by: staff.staffId })
            .returning('id')
            .executeTakeFirstOrThrow()
      const was = input.id && (await readTerm(tx, id))
      const version = input.id
        ? await saveVersioned(tx, 'terms', { ...input, id }, values, {
            staff,
            now,
            current: () => readTermAsListed(tx, id, now),
          })
        : 1
      if (was) await requireDatesWithin(tx, input, was)
      await writeClosures(tx, id, input.closures)
      const kept = await keepDates(tx, sql`o.term_id = ${id}`, input.keepDates, 'closures')
      const save = { action: 'term.save' as const, subjectKind: 'term', subjectId: id }
      const keep = {
        action: 'session.keptInClosure' as const,
        subjectKind: 'term',
        subjectId: id,
        facts: { sessions: kept },
      }
      return { answer: { id, version }, action: kept.length > 0 ? [save, keep] : save }
    })
  } catch (error) {
    throw nameTaken(error)
  }
}

/** Converts a duplicate name of a term into a refusal of the field; returns any other error. */
export const nameTaken = (error: unknown): unknown =>
  violatedConstraint(error) === 'terms_name_once'
    ? new OfficeRefusal(plannerSentences.termNameTaken, 422, {
        fields: { name: plannerSentences.termNameTaken },
      })
    : error

/** Refuses an invalid term, by field. */
export function requireTerm({
  name,
  startDate,
  endDate,
  closures,
}: Pick<TermInput, 'name' | 'startDate' | 'endDate' | 'closures'>): void {
  requireFields({
    name: !name && plannerSentences.nameTerm,
    endDate:
      endDate < startDate
        ? plannerSentences.termBackwards
        : daysBetween(startDate, endDate) >= maxTermDays && plannerSentences.termTooLong,
    closures:
      closures.some(
        closure =>
          closure.startDate < startDate || closure.endDate > endDate || closure.endDate < closure.startDate,
      ) && plannerSentences.closureOutside,
  })
}

/** Replaces the closures of a term. */
export async function writeClosures(tx: Tx, termId: number, closures: Closure[]): Promise<void> {
  await tx.deleteFrom('closures').where('term_id', '=', termId).execute()
  if (closures.length === 0) return
  const rows = closures.map(({ name, venueId, startDate, endDate }) => ({
    term_id: termId,
    venue_id: venueId,
    name,
    start_date: startDate,
    end_date: endDate,
  }))
  await tx.insertInto('closures').values(rows).execute()
}

/** Refuses new days of a term that no longer include all of its classes' dates. */
async function requireDatesWithin(
  tx: Tx,
  { id, startDate, endDate }: TermInput,
  was: { start_date: string; end_date: string },
): Promise<void> {
  const { rows } = await sql<{ early: number; late: number }>`
    select count(*) filter (where s.start_date < ${startDate})::integer as early,
      count(*) filter (where s.start_date > ${endDate})::integer as late
    from sessions s join offerings o on o.id = s.offering_id
    where o.term_id = ${id} and s.status <> 'cancelled'
      and s.start_date between ${was.start_date} and ${was.end_date}`.execute(tx)
  const { early = 0, late = 0 } = rows[0] ?? {}
  const sentence = early + late > 0 && datesOutside(early + late)
  requireFields({ [early > 0 ? 'startDate' : 'endDate']: sentence })
}

/**
 * Marks dates of classes (`o`) in closures of their term as confirmed, and returns them; refuses when they may
 * not be.
 */
export async function keepDates(
  tx: Tx,
  which: RawBuilder<unknown>,
  mayKeep: boolean,
  field: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; title: string; date: string }>`
    select s.id, ${staffSessionTitle('y')} as title, s.start_date as date
    from sessions s join offerings o on o.id = s.offering_id join offering_types y on y.id = o.offering_type_id
    where ${which} and s.status <> 'cancelled' and not s.is_kept_in_closure and exists (
      select from closures c where c.term_id = o.term_id and (c.venue_id is null or c.venue_id = o.venue_id)
        and s.start_date between c.start_date and c.end_date)
    order by s.id for no key update of s`.execute(tx)
  const found = rows.map(({ id }) => id)
  if (found.length === 0) return found
  if (!mayKeep) {
    const inOrder = rows.sort((one, other) => one.date.localeCompare(other.date))
    const sentence = datesInClosure(inOrder, await countFamilies(tx, found))
    throw new OfficeRefusal(sentence, 422, { fields: { [field]: sentence } })
  }
  await tx.updateTable('sessions').set({ is_kept_in_closure: true }).where('id', 'in', found).execute()
  return found
}

/** Counts families; a guest counts as one per order. */
async function countFamilies(tx: Tx, sessionIds: number[]): Promise<number> {
  const { rows } = await sql<{ families: number }>`
    select count(distinct coalesce('family ' || account_id, 'order ' || order_id))::integer as families
    from bookings where session_id = any(${sessionIds}::bigint[]) and status <> 'cancelled'`.execute(tx)
  return rows[0]?.families ?? 0
}
