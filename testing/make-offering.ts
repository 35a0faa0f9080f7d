import type { offeringIntroduction, session } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { Db } from '#server/database/connect.ts'
import { writeRow } from './rows.ts'

/** The fields that a test may set, under the contract's names. */
type Given<F, Name extends keyof Value<F>> = Partial<Pick<Value<F>, Name>>

interface Place {
  db: Db
  clock: { now: () => Date }
}
export interface MadeOffering {
  id: number
  kind: OfferingKind
  typeId: number
  venueId: number
  ageGroupId: number
  name: string
}

let made = 0

/** Makes an offering. Its type, venue and age group are found by name, or created. */
export async function makeOffering(
  { db, clock }: Place,
  given: Given<typeof offeringIntroduction, 'typeName' | 'venue' | 'name' | 'classroom' | 'termDates'> &
    Given<typeof offeringIntroduction, 'oneOffPricePence' | 'introductionHtml'> &
    Given<typeof session, 'isPackOnly' | 'colour'> & {
      kind?: OfferingKind
      ageGroup?: string
      isActive?: boolean
    } = {},
): Promise<MadeOffering> {
  made += 1
  // Tests may make several at once.
  const number = made
  const kind = given.kind ?? 'class'
  const type = await makeOfferingType({ db }, { kind, name: given.typeName ?? `Type ${number}` })
  const name = given.name ?? type.name
  const venueId = await named(db, 'venues', given.venue ?? `Venue ${number}`)
  const ageGroupId = await named(db, 'age_groups', given.ageGroup ?? `Ages ${number}`)
  const today = todayInLondon(clock.now())
  const id = await writeRow(db, 'offerings', {
    kind,
    offering_type_id: type.id,
    venue_id: venueId,
    age_group_id: ageGroupId,
    name,
    classroom: given.classroom ?? 'Main hall',
    term_dates: given.termDates ?? '',
    introduction_html: given.introductionHtml ?? '<p>Come and play.</p>',
    one_off_price_pence: given.oneOffPricePence ?? 1250,
    start_date: addDays(today, -7),
    end_date: addDays(today, 84),
    colour: given.colour ?? '#7c5cff',
    is_pack_only: given.isPackOnly ?? false,
    is_active: given.isActive ?? true,
  })
  return { id, kind, typeId: type.id, venueId, ageGroupId, name }
}

/** Makes a type of offering, or returns the one with this kind and name. */
export async function makeOfferingType(
  { db }: Pick<Place, 'db'>,
  given: { kind: OfferingKind; name?: string; sort?: number; isActive?: boolean },
): Promise<{ id: number; name: string }> {
  made += 1
  const name = given.name ?? `Type ${made}`
  const { id } = await db
    .insertInto('offering_types')
    .values({ kind: given.kind, name, sort: given.sort ?? 0, is_active: given.isActive ?? true })
    .onConflict(conflict => conflict.columns(['kind', 'name']).doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name }
}

async function named(db: Db, table: 'venues' | 'age_groups', name: string): Promise<number> {
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('name', '=', name)
    .orderBy('id')
    .executeTakeFirst()
  return found?.id ?? writeRow(db, table, { name })
}

export interface MadeSession {
  id: number
  kind: OfferingKind
  offeringId: number
  typeId: number
  name: string
  date: string
}

/** Makes one dated session of an offering: in a week's time at 10:00, with ten places, for £12.50 or one credit. */
export async function makeSession(
  { db, clock }: Place,
  offering: Pick<MadeOffering, 'id' | 'kind' | 'typeId'>,
  given: Given<typeof session, 'date' | 'endDate' | 'startTime' | 'endTime' | 'name' | 'capacity'> &
    Given<typeof session, 'pricePence' | 'credits' | 'offersTrial' | 'trialPricePence'> & {
      placesTaken?: number
      placesOffered?: number
      status?: 'draft' | 'scheduled' | 'withdrawn'
    } = {},
): Promise<MadeSession> {
  made += 1
  const date = given.date ?? addDays(todayInLondon(clock.now()), 7)
  const name = given.name ?? `Session ${made}`
  const id = await writeRow(db, 'sessions', {
    kind: offering.kind,
    offering_id: offering.id,
    offering_type_id: offering.typeId,
    name,
    start_date: date,
    end_date: given.endDate ?? date,
    start_time: given.startTime ?? '10:00',
    end_time: given.endTime ?? '11:00',
    capacity: given.capacity ?? 10,
    places_taken: given.placesTaken ?? 0,
    places_offered: given.placesOffered ?? 0,
    price_pence: given.pricePence ?? 1250,
    credits: given.credits ?? 1,
    offers_trial: given.offersTrial ?? false,
    trial_price_pence: given.trialPricePence ?? 0,
    status: given.status ?? 'scheduled',
  })
  return { id, kind: offering.kind, offeringId: offering.id, typeId: offering.typeId, name, date }
}
