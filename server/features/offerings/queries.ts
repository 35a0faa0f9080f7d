import { type RawBuilder, sql } from 'kysely'
import type {
  ageGroup,
  lookup,
  offeringIntroduction,
  offeringOfType,
  offeringType,
  offeringTypeDetails,
  sessions,
} from '#contract/offerings.ts'
import type { CallOutput, Value } from '#contract/wire.ts'
import { type TermDates, termWords } from '#domain/format-dates.ts'
import { positionOf } from '#domain/map-links.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import { byName } from '#server/database/order-by-name.ts'
import { wholeAddress } from './session-sql.ts'

export const listTypes = (db: Db, kind: OfferingKind): Promise<Value<typeof offeringType>[]> =>
  db
    .selectFrom('offering_types')
    .select(['id', 'name', 'age_label as ages', 'image_path as image', 'introduction'])
    .where('kind', '=', kind)
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy(byName('name'))
    .execute()

/** Lists the venues that occur in active offerings of the kind (decision E-44). */
export const listVenues = (db: Db, kind: OfferingKind): Promise<Value<typeof lookup>[]> =>
  db
    .selectFrom('venues')
    .select(['id', 'name'])
    .where('id', 'in', activeOfferings(db, kind).select('offerings.venue_id'))
    .orderBy('sort')
    .orderBy(byName('name'))
    .execute()

/** Lists the age groups that occur in active offerings of the kind (decision E-44). */
export async function listAgeGroups(db: Db, kind: OfferingKind): Promise<Value<typeof ageGroup>[]> {
  const groups = await db
    .selectFrom('age_groups')
    .select(['id', 'name', 'from_months', 'to_months'])
    .where('id', 'in', activeOfferings(db, kind).select('offerings.age_group_id'))
    .orderBy('sort')
    .orderBy(byName('name'))
    .execute()
  return groups.map(({ from_months, to_months, ...group }) => ({
    ...group,
    fromMonths: from_months ?? undefined,
    toMonths: to_months ?? undefined,
  }))
}

/** Selects shown offerings of shown types. */
const activeOfferings = (db: Db, kind: OfferingKind) =>
  db
    .selectFrom('offerings')
    .innerJoin('offering_types', 'offering_types.id', 'offerings.offering_type_id')
    .where('offerings.kind', '=', kind)
    .where('offerings.is_active', '=', true)
    .where('offering_types.is_active', '=', true)

/**
 * Reads one offering with the number of places of its coming sessions; refuses one that is missing, hidden or of
 * another kind.
 */
export async function readIntroduction(
  db: Db,
  kind: OfferingKind,
  offeringId: number,
  now: Date,
): Promise<Value<typeof offeringIntroduction>> {
  const found = await activeOfferings(db, kind)
    .innerJoin('venues', 'venues.id', 'offerings.venue_id')
    .innerJoin('age_groups', 'age_groups.id', 'offerings.age_group_id')
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom('sessions')
          .select([
            // Between terms the class keeps its former size.
            sql<number>`coalesce(max(capacity) filter (where starts_at > ${now}), max(capacity), 0)`.as(
              'capacity',
            ),
            sql<boolean>`coalesce(bool_or(offers_trial and starts_at > ${now}), false)`.as('offersTrial'),
            sql<string | null>`min(start_date) filter (where starts_at > ${now})`.as('firstDay'),
            sql<string | null>`max(end_date) filter (where starts_at > ${now})`.as('lastDay'),
            sql<
              number | null
            >`(array_agg(price_pence order by starts_at, id) filter (where starts_at > ${now}))[1]`.as(
              'nextPricePence',
            ),
          ])
          .whereRef('sessions.offering_id', '=', 'offerings.id')
          .where('sessions.status', '=', 'scheduled')
          .as('size'),
      join => join.onTrue(),
    )
    .select(({ fn }) => [
      'offerings.id',
      'offerings.offering_type_id as typeId',
      'offering_types.name as typeName',
      'offerings.name',
      sql<string>`coalesce(nullif(offerings.introduction_html, ''), offering_types.introduction_html)`.as(
        'introductionHtml',
      ),
      fn.coalesce('size.nextPricePence', 'offerings.one_off_price_pence').as('oneOffPricePence'),
      'age_groups.name as ages',
      'size.offersTrial',
      'offerings.term_dates as termDates',
      termOf(sql.ref('offerings.term_id'), sql.ref('offerings.venue_id')).as('term'),
      'size.capacity',
      'venues.name as venue',
      'offerings.classroom',
      // Taken from the dates on sale, because the row has the days as they were when it was published.
      fn.coalesce('size.firstDay', 'offerings.start_date').as('startDate'),
      fn.coalesce('size.lastDay', 'offerings.end_date').as('endDate'),
    ])
    .where('offerings.id', '=', offeringId)
    .executeTakeFirst()
  requireThat(found, sentences.sessionNotFound)
  return withTermDates(found)
}

/** Selects a term and its closures, everywhere or at the venue. */
const termOf = (termId: RawBuilder<unknown>, venueId: RawBuilder<unknown>) =>
  sql<TermDates | null>`(select json_build_object('name', terms.name, 'startDate', terms.start_date,
    'endDate', terms.end_date, 'closures', (
      select coalesce(json_agg(json_build_object('name', c.name, 'startDate', c.start_date, 'endDate', c.end_date)
        order by c.start_date, c.id), '[]')
      from closures c where c.term_id = terms.id and (c.venue_id is null or c.venue_id = ${venueId})))
    from terms where terms.id = ${termId})`

/** Adds the business's text about the term, else the planned term. */
const withTermDates = <Found extends { termDates: string; term: TermDates | null }>({
  term,
  ...found
}: Found) => ({ ...found, termDates: found.termDates || (term ? termWords(term) : '') })

/** Reads where an offering is, directions, teachers, what to bring and ages; '' where nobody has written anything. */
export async function readPractical(
  db: Db,
  offeringId: number,
): Promise<CallOutput<typeof sessions.practical>> {
  const found = await db
    .selectFrom('offerings')
    .innerJoin('offering_types', 'offering_types.id', 'offerings.offering_type_id')
    .innerJoin('venues as v', 'v.id', 'offerings.venue_id')
    .innerJoin('age_groups', 'age_groups.id', 'offerings.age_group_id')
    .select([wholeAddress.as('address'), 'v.directions', 'v.what_to_bring', 'v.map_url as mapUrl'])
    .select(['offering_types.teacher', 'offering_types.to_bring'])
    .select(['offering_types.teacher_image_path as teacherImage', 'v.image_path as venueImage'])
    .select(
      sql<string>`case when offerings.image_path <> offering_types.image_path then offerings.image_path else '' end`.as(
        'image',
      ),
    )
    .select([
      'age_groups.name as ages',
      'age_groups.from_months as fromMonths',
      'age_groups.to_months as toMonths',
      'offerings.refuses_other_ages as refusesOtherAges',
      'offerings.is_members_only as isMembersOnly',
      'offerings.question',
    ])
    .where('offerings.id', '=', offeringId)
    .where('offerings.is_active', '=', true)
    .where('offering_types.is_active', '=', true)
    .executeTakeFirst()
  requireThat(found, sentences.sessionNotFound)
  const { to_bring, what_to_bring, teacherImage, venueImage, ...practical } = found
  return {
    ...practical,
    teacherImage: teacherImage || undefined,
    venueImage: venueImage || undefined,
    toBring: [to_bring, what_to_bring].filter(Boolean).join(' '),
  }
}

/** Lists where active venues are and what they look like, as far as the business says it. */
export async function listVenueAddresses(db: Db): Promise<CallOutput<typeof sessions.venueAddresses>> {
  const venues = await db
    .selectFrom('venues as v')
    .select(['id', wholeAddress.as('address'), 'map_url as mapUrl', 'coordinates', 'image_path as image'])
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  return venues.flatMap(({ id, address, image, ...onMap }) => {
    const position = positionOf(onMap)
    const coordinates = position && `${position.latitude},${position.longitude}`
    if (!address && !coordinates && !image) return []
    return [{ id, address, mapUrl: onMap.mapUrl || undefined, coordinates, image: image || undefined }]
  })
}

/** Lists the active offerings of one type; refuses a type that is missing, hidden or of another kind. */
export async function listOfType(
  db: Db,
  kind: OfferingKind,
  typeId: number,
): Promise<Value<typeof offeringOfType>[]> {
  const rows = await db
    .selectFrom('offering_types')
    .leftJoin('offerings', join =>
      join.onRef('offerings.offering_type_id', '=', 'offering_types.id').on('offerings.is_active', '=', true),
    )
    .leftJoin('venues', 'venues.id', 'offerings.venue_id')
    .leftJoin('age_groups', 'age_groups.id', 'offerings.age_group_id')
    .select([
      'offerings.id',
      'offerings.name',
      'offering_types.id as typeId',
      'offering_types.name as typeName',
      'venues.id as venueId',
      'venues.name as venue',
      'age_groups.name as ages',
    ])
    .where('offering_types.id', '=', typeId)
    .where('offering_types.kind', '=', kind)
    .where('offering_types.is_active', '=', true)
    .orderBy('venues.sort')
    .orderBy(byName('venues.name'))
    .orderBy('offerings.id')
    .execute()
  requireThat(rows.length > 0, sentences.sessionNotFound)
  return rows.filter(isOffering)
}

type Joined<Row> = { [Column in keyof Row]: Row[Column] | null }

/** Whether the row is an offering: a type without any gives one empty row. */
const isOffering = (row: Joined<Value<typeof offeringOfType>>): row is Value<typeof offeringOfType> =>
  row.id !== null

export async function readTypeDetails(
  db: Db,
  kind: OfferingKind,
  typeId: number,
  now: Date,
): Promise<Value<typeof offeringTypeDetails>> {
  const found = await db
    .selectFrom('offering_types')
    .select([
      'id',
      'name',
      'age_label as ages',
      'detail_image_path as bannerImage',
      'image_path as image',
      'details_html as detailsHtml',
      'introduction_html as introductionHtml',
      'term_dates as termDates',
      'teacher',
      'teacher_image_path as teacherImage',
      'to_bring as toBring',
      termOf(nextTermOf(now), sql`null`).as('term'),
    ])
    .where('id', '=', typeId)
    .where('kind', '=', kind)
    .where('is_active', '=', true)
    .executeTakeFirst()
  requireThat(found, sentences.sessionNotFound)
  const { teacher, teacherImage, toBring, ...type } = withTermDates(found)
  return {
    ...type,
    teacher: teacher || undefined,
    teacherImage: teacherImage || undefined,
    toBring: toBring || undefined,
  }
}

/** Selects the term in which a type next runs. */
const nextTermOf = (
  now: Date,
) => sql`(select o.term_id from sessions s join offerings o on o.id = s.offering_id
  where s.offering_type_id = offering_types.id and s.status = 'scheduled' and o.is_active and s.ends_at > ${now}
  order by s.starts_at limit 1)`
