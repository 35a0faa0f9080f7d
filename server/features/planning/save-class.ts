import { sql } from 'kysely'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { outsideTerm, plannerSentences, roomHolds } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { cleanHtml, picturesIn } from '#server/features/content/clean-html.ts'
import { requirePictures } from '#server/features/content/require-pictures.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { ageGroupOf, agesProblems } from './ages-of-class.ts'
import { isInUse } from './is-in-use.ts'
import { lockClasses, lockSessionsOf, lockTerms } from './lock-sessions.ts'
import { dateTaken, paleColour, readRooms } from './make-class.ts'
import { readClass } from './planner-queries.ts'
import { requirePublicInTime } from './publish-drafts.ts'
import { keepDates } from './save-term.ts'

type Requested = CallInput<typeof planner.saveClass>

/**
 * Saves a class's own fields; dates keep their room, places and prices. Future dates with its old name get the new one.
 * Type and venue change with all dates as long as nobody has booked or waited. The term changes if its days contain all
 * dates. Refuses with 409 if somebody else saved meanwhile. Locks the term, the class, then its sessions by id.
 */
export async function saveClass(
  request: OfficeRequest,
  input: Requested,
): Promise<Recorded<{ id: number; version: number }>> {
  const { staff, clock } = request
  const { id } = input
  return recordAction(request, input, async tx => {
    const now = clock()
    if (input.termId !== null) await lockTerms(tx, sql`id = ${input.termId}`)
    await lockClasses(tx, sql`o.id = ${id}`)
    const was = await readWhatItWas(tx, input)
    const moves = {
      type: input.typeId !== was.typeId,
      venue: input.venueId !== was.venueId,
      term: input.termId !== was.termId,
    }
    const name = input.name || was.typeName
    // A command that saves a date meanwhile waits, and is then checked against the changed class.
    if (moves.type || moves.venue || moves.term || name !== was.name || input.isPackOnly)
      await lockSessionsOf(tx, sql`o.id = ${id}`)
    const rooms = await readRooms(tx, input.venueId)
    const room = input.roomId === null ? undefined : rooms.get(input.roomId)
    const freeDate = tx
      .selectFrom('sessions')
      .select('id')
      .where('offering_id', '=', id)
      .where('credits', '=', 0)
    requireFields({
      ...(await agesProblems(tx, input, was.kind, was.ageGroupId)),
      typeId: moves.type && (await typeProblem(tx, input)),
      place:
        (moves.venue && (await venueProblem(tx, input))) ||
        ((moves.venue || input.roomId !== was.roomId) &&
          input.roomId !== null &&
          !room &&
          plannerSentences.chooseRoom) ||
        (moves.venue &&
          room &&
          room.capacity !== null &&
          was.maxPlaces > room.capacity &&
          roomHolds(room.name, room.capacity)),
      termId: moves.term && (await termProblem(tx, input)),
      colour: paleColour(input.colour),
      isPackOnly:
        input.isPackOnly &&
        (await freeDate.where('starts_at', '>', now).executeTakeFirst()) &&
        plannerSentences.packNeedsCredits,
    })
    const introduction = cleanHtml(input.introductionHtml)
    await requirePictures(
      tx,
      [input.imagePath, ...picturesIn(introduction)],
      [was.imagePath, ...picturesIn(was.introduction)],
    )
    if (moves.type) await changeType(tx, input)
    const version = await saveVersioned(
      tx,
      'offerings',
      input,
      {
        name,
        age_group_id: await ageGroupOf(tx, input),
        venue_id: input.venueId,
        term_id: input.termId,
        room_id: input.roomId,
        ...((room || moves.venue) && { classroom: room?.name ?? '' }),
        colour: input.colour,
        introduction_html: introduction,
        image_path: input.imagePath,
        is_pack_only: input.isPackOnly,
        ...(input.refusesOtherAges !== undefined && { refuses_other_ages: input.refusesOtherAges }),
        ...(input.question !== undefined && { question: input.question }),
        ...(input.isMembersOnly !== undefined && { is_members_only: input.isMembersOnly }),
        ...(input.priceWords !== undefined && { price_description: input.priceWords }),
        ...(input.termWords !== undefined && { term_dates: input.termWords }),
      },
      { staff, now, current: () => readClass(tx, id) },
    )
    if (moves.venue) await takeRoomAlong(tx, input)
    if (moves.term) await requirePublicInTime(tx, sql`o.id = ${id}`, { now, field: 'termId' })
    const kept =
      moves.venue || moves.term ? await keepDates(tx, sql`o.id = ${id}`, input.keepDates, 'termId') : []
    const named = tx.updateTable('sessions').set({ name }).where('offering_id', '=', id)
    try {
      if (name !== was.name) await named.where('name', '=', was.name).where('starts_at', '>', now).execute()
    } catch (error) {
      throw dateTaken(error)
    }
    const { typeId, venueId, termId } = input
    const facts = {
      ...(moves.type && { typeId }),
      ...(moves.venue && { venueId }),
      ...(moves.term && { termId }),
      ...(kept.length > 0 && { kept }),
    }
    return {
      answer: { id, version },
      action: { action: 'class.save', subjectKind: 'class', subjectId: id, facts },
    }
  })
}

/** Reads the class, and the name of its future type, which replaces an empty class name. */
async function readWhatItWas(tx: Tx, { id, typeId }: Requested) {
  const was = await tx
    .selectFrom('offerings')
    .select([
      'name',
      'image_path as imagePath',
      'introduction_html as introduction',
      'age_group_id as ageGroupId',
    ])
    // The kind of the new type, if the type changes.
    .select(
      sql<OfferingKind>`coalesce((select y.kind from offering_types y where y.id = ${typeId}), offerings.kind)`.as(
        'kind',
      ),
    )
    .select(['offering_type_id as typeId', 'venue_id as venueId', 'term_id as termId', 'room_id as roomId'])
    .select(
      sql<string>`coalesce((select y.name from offering_types y where y.id = ${typeId}), '')`.as('typeName'),
    )
    .select(
      sql<number>`(select coalesce(max(capacity), 0) from (select s.capacity from sessions s
      where s.offering_id = offerings.id and s.status <> 'cancelled'
      union all select w.capacity from offering_slots w where w.offering_id = offerings.id) p)`.as(
        'maxPlaces',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  requireThat(was, plannerSentences.notFound)
  return was
}

/** Whether anybody has, had or waits for a place, because they chose this type at this venue. */
async function isSold(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ isSold: boolean }>`
    select exists (select from bookings b join sessions s on s.id = b.session_id where s.offering_id = ${id})
      or exists (select from waiting_entries w where w.offering_id = ${id}) as "isSold"`.execute(tx)
  return rows[0]?.isSold ?? false
}

async function typeProblem(tx: Tx, { id, typeId }: Requested) {
  const { rows } = await sql<{ isSameKind: boolean }>`
    select y.kind = o.kind as "isSameKind" from offering_types y, offerings o
    where y.id = ${typeId} and y.is_active and o.id = ${id}`.execute(tx)
  const [type] = rows
  if (!type) return plannerSentences.chooseType
  return (
    (await isSold(tx, id)) && (type.isSameKind ? plannerSentences.typeIsSold : plannerSentences.kindIsSold)
  )
}

async function venueProblem(tx: Tx, { id, venueId }: Requested) {
  if (!(await isInUse(tx, 'venues', venueId))) return plannerSentences.chooseVenue
  return (await isSold(tx, id)) && plannerSentences.venueIsSold
}

async function termProblem(tx: Tx, { id, termId }: Requested) {
  if (termId === null) return false
  const { rows } = await sql<{ name: string; startDate: string; endDate: string; isOutside: boolean }>`
    select t.name, t.start_date as "startDate", t.end_date as "endDate", exists (select from sessions s where s.offering_id = ${id} and s.status <> 'cancelled'
      and s.start_date not between t.start_date and t.end_date) as "isOutside"
    from terms t where t.id = ${termId} and t.state <> 'archived'`.execute(tx)
  const [term] = rows
  return term ? term.isOutside && outsideTerm(term) : plannerSentences.chooseTerm
}

/** Changes the type of the class and its dates in one statement, because foreign keys tie them together. */
const changeType = (tx: Tx, { id, typeId }: Requested): Promise<unknown> =>
  sql`with type as (select id, kind from offering_types where id = ${typeId}),
    changed as (update offerings set offering_type_id = type.id, kind = type.kind from type where offerings.id = ${id})
    update sessions set offering_type_id = type.id, kind = type.kind, version = version + 1
    from type where offering_id = ${id}`.execute(tx)

/** Moves the class's dates and weekly times to its room, because rooms belong to a venue. */
async function takeRoomAlong(tx: Tx, { id, roomId }: Requested): Promise<void> {
  await sql`update sessions set room_id = ${roomId}, version = version + 1 where offering_id = ${id}`.execute(
    tx,
  )
  await sql`update offering_slots set room_id = ${roomId} where offering_id = ${id}`.execute(tx)
}
