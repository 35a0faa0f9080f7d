import { sql } from 'kysely'
import type { ClassLine, KnownCatalogue } from '#domain/office/import-classes.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { writeClass } from '#server/features/planning/make-class.ts'
import { listTerms, readClosures } from '#server/features/planning/term-queries.ts'
import type { TakenLine, Taking } from './import-lines.ts'

/** What a file of classes may name. */
export async function readKnownCatalogue(db: Db): Promise<KnownCatalogue> {
  const inUse = (table: 'venues' | 'age_groups') =>
    db.selectFrom(table).select(['id', 'name']).where('is_active', '=', true).execute()
  const terms = (await listTerms(db)).filter(({ state }) => state !== 'archived')
  const closures = await Promise.all(terms.map(({ id }) => readClosures(db, [id])))
  const dates = await sql<{ place: string }>`
    select concat_ws('|', o.offering_type_id, o.venue_id, o.age_group_id, s.start_date, to_char(s.start_time, 'HH24:MI'))
      as place from sessions s join offerings o on o.id = s.offering_id where s.status <> 'cancelled'`.execute(
    db,
  )
  return {
    types: await db
      .selectFrom('offering_types')
      .select(['id', 'name', 'kind'])
      .where('is_active', '=', true)
      .execute(),
    venues: await inUse('venues'),
    ages: await inUse('age_groups'),
    rooms: await db
      .selectFrom('rooms')
      .select(['id', 'name', 'venue_id as venueId'])
      .where('is_active', '=', true)
      .execute(),
    terms: terms.map((term, at) => ({ ...term, closures: closures[at] ?? [] })),
    teachers: await db
      .selectFrom('staff')
      .select(['id', 'email as name'])
      .where('status', '=', 'active')
      .execute(),
    dates: new Set(dates.rows.map(({ place }) => place)),
  }
}

const classesAtOnce = 10

/** Makes the next classes of a file as drafts, each with all of its lines. */
export async function takeClasses(
  tx: Tx,
  lines: ClassLine[],
  { importId, staffId, now }: Taking,
): Promise<TakenLine[]> {
  const classes = [...Map.groupBy(lines, ({ key }) => key).values()].slice(0, classesAtOnce)
  const taken: TakenLine[] = []
  for (const ofClass of classes) {
    const [first] = ofClass
    if (!first) continue
    const slots = ofClass.flatMap(({ slot }) => slot ?? [])
    const { of } = first
    const { offeringId, sessionIds } = await writeClass(
      tx,
      { now, staffId },
      {
        ...of,
        introductionHtml: '',
        imagePath: '',
        slots: slots.map(slot => ({
          ...slot,
          roomId: of.roomId,
          capacity: of.capacity,
          teacherIds: of.teacherIds,
        })),
        dates: ofClass.flatMap(({ slot, dates }) =>
          dates.map(date => ({ ...date, ...(slot && { slot: slots.indexOf(slot) }) })),
        ),
        publish: 'not',
        reason: `Import ${importId}`,
      },
    )
    for (const { line } of ofClass) {
      const made: TakenLine['made'] = line === first.line ? { offeringId, sessionIds } : { offeringId }
      taken.push({ line, outcome: 'made', accountId: null, made })
    }
  }
  return taken
}
