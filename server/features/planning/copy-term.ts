import { sql } from 'kysely'
import type { terms } from '#contract/office/terms.ts'
import type { CallInput } from '#contract/wire.ts'
import { daysBetween } from '#domain/calendar.ts'
import { maxPricePence } from '#domain/limits.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { datesOf } from '#domain/office/recurrence.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import type { Services } from '#server/services.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { copyOffering } from './copy-offering.ts'
import { insertDrafts, type NewSession } from './insert-sessions.ts'
import { insertSlots } from './make-class.ts'
import { nameTaken, requireTerm, writeClosures } from './save-term.ts'
import { type ClassToCopy, planCopy, readClassesToCopy, readClosures } from './term-queries.ts'

/** A class that is still to be copied, with its new price. */
interface StillToCopy {
  offeringId: number
  pricePence: number
}

const maxSessions = 10_000
const pieceOf = 500

/**
 * Starts a copy of a term: its name, days and closures at once, its classes in batches as drafts (decision
 * O-53). The term shows that it is being copied until the last batch; deleting the term stops it.
 */
export async function copyTerm(
  request: OfficeRequest,
  input: CallInput<typeof terms.copy>,
): Promise<Recorded<{ id: number; version: number }>> {
  const { clock, staff, jobWaiting } = request
  requireTerm(input)
  requireThat(input.offerings.length > 0, plannerSentences.nothingToCopy)
  requireThat(
    input.offerings.every(({ pricePence }) => pricePence <= maxPricePence),
    plannerSentences.price,
  )
  try {
    const recorded = await recordAction(request, input, async tx => {
      const now = clock()
      const classes = await planCopy(tx, input)
      const prices = new Map(input.offerings.map(({ id, pricePence }) => [id, pricePence]))
      const chosen = classes.filter(({ offeringId }) => prices.has(offeringId))
      const sessions = chosen.reduce((sum, { made }) => sum + made.length, 0)
      requireThat(chosen.length > 0, plannerSentences.nothingToCopy)
      requireThat(sessions <= maxSessions, plannerSentences.copyTooMuch)
      const stillToCopy: StillToCopy[] = chosen.map(({ offeringId }) => ({
        offeringId,
        pricePence: prices.get(offeringId) as number,
      }))
      const { id } = await tx
        .insertInto('terms')
        .values({
          name: input.name,
          start_date: input.startDate,
          end_date: input.endDate,
          copied_from: input.termId,
          still_to_copy: JSON.stringify(stillToCopy),
          updated_at: now,
          updated_by: staff.staffId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeClosures(tx, id, input.closures)
      await enqueue(tx, 'copy-term', { termId: id }, now)
      const facts = { from: input.termId, classes: chosen.length, sessions }
      return {
        answer: { id, version: 1 },
        action: { action: 'term.copy', subjectKind: 'term', subjectId: id, facts },
      }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    throw nameTaken(error)
  }
}

/** Copies the next classes of a term, up to 500 dates, and leaves the rest to another job. Locks the term. */
export async function copyPieceOfTerm(services: Services, { termId }: { termId: number }): Promise<void> {
  const { db, clock, jobWaiting } = services
  const isDone = await transaction(db, async tx => {
    const term = await tx
      .selectFrom('terms')
      .selectAll()
      .where('id', '=', termId)
      .forUpdate()
      .executeTakeFirst()
    // Somebody deleted the term meanwhile.
    if (!term?.still_to_copy) return true
    const [piece, rest] = await takePiece(tx, term.still_to_copy as StillToCopy[], term)
    const classes = await readClassesToCopy(tx, { offeringIds: piece.map(({ offeringId }) => offeringId) })
    const closures = await readClosures(tx, [termId])
    const calendar = { from: term.start_date, to: term.end_date, firstDay: term.start_date, closures }
    const prices = new Map(piece.map(({ offeringId, pricePence }) => [offeringId, pricePence]))
    const drafts: NewSession[] = []
    for (const copied of classes) {
      const pricePence = prices.get(copied.offeringId) as number
      const offeringId = await copyOffering(tx, copied.offeringId, {
        ...{ is_active: false, term_id: termId, term_dates: '', one_off_price_pence: pricePence },
        ...{ start_date: term.start_date, end_date: term.end_date },
        price_description: sql`case when one_off_price_pence = ${pricePence} then price_description else '' end`,
        weeks_from: sql`case when weeks_from is not null then ${term.start_date}::date end`,
      })
      const slotIds = await insertSlots(tx, offeringId, copied.slots)
      const { title: name, credits, offersTrial } = copied
      const trialPricePence = Math.min(copied.trialPricePence, pricePence)
      const like = { offeringId, name, pricePence, credits, offersTrial, trialPricePence, isKept: false }
      const dates = datesOf(copied.slots, { ...calendar, venueId: copied.venueId })
      for (const { date, slot, skippedFor } of dates) {
        if (skippedFor) continue
        const ofSlot = copied.slots[slot] as ClassToCopy['slots'][number]
        drafts.push({ ...ofSlot, ...like, date, endDate: date, slotId: slotIds[slot] as number })
      }
    }
    if (drafts.length > 0) await insertDrafts(tx, drafts)
    await tx
      .updateTable('terms')
      .set({ still_to_copy: rest.length > 0 ? JSON.stringify(rest) : null })
      .where('id', '=', termId)
      .execute()
    if (rest.length > 0) await enqueue(tx, 'copy-term', { termId }, clock())
    return rest.length === 0
  })
  if (!isDone) jobWaiting()
}

/** Splits off as many classes as have 500 dates together, at least one. */
async function takePiece(
  tx: Tx,
  still: StillToCopy[],
  term: { start_date: string; end_date: string },
): Promise<[StillToCopy[], StillToCopy[]]> {
  const slots = await tx
    .selectFrom('offering_slots')
    .select(['offering_id', ({ fn }) => fn.countAll<number>().as('times')])
    .where(
      'offering_id',
      'in',
      still.map(({ offeringId }) => offeringId),
    )
    .groupBy('offering_id')
    .execute()
  const weeks = Math.ceil((daysBetween(term.start_date, term.end_date) + 1) / 7)
  const times = new Map(slots.map(slot => [slot.offering_id, slot.times]))
  let dates = 0
  const full = still.findIndex(({ offeringId }) => {
    dates += weeks * (times.get(offeringId) ?? 0)
    return dates > pieceOf
  })
  const end = full < 0 ? still.length : Math.max(1, full)
  return [still.slice(0, end), still.slice(end)]
}
