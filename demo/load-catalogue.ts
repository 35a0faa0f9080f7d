import { everyDay } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'
import { cleanHtml } from '#server/features/content/clean-html.ts'
import type { DemoOffering, DemoSession } from './catalogue.ts'
import type { DemoOrder } from './demo-orders.ts'
import { insertRows, insertRowsForIds } from './insert-rows.ts'
import { demoOfferingTypes } from './offering-types.ts'
import { picturePath } from './picture-path.ts'
import { isClosed } from './terms.ts'
import { demoAgeGroups, demoParentGroups, demoVenues } from './venues-and-ages.ts'

export interface LoadedCatalogue {
  offeringIds: Map<DemoOffering, number>
  sessionIds: Map<DemoSession, number>
  typeIds: Map<string, number>
}

/** Inserts venues, ages, types, offerings and their sessions, and counts the places taken by `orders`. */
export async function loadCatalogue(
  tx: Tx,
  offerings: DemoOffering[],
  orders: DemoOrder[],
): Promise<LoadedCatalogue> {
  const venueIds = await insertKeyed(tx, 'venues', demoVenues, ({ key: _key, ...venue }, sort) => ({
    ...venue,
    sort,
  }))
  const ageGroups = [...demoAgeGroups, ...demoParentGroups]
  const ageGroupIds = await insertKeyed(tx, 'age_groups', ageGroups, ({ name, ...ages }, sort) => ({
    name,
    ...('fromMonths' in ages && { from_months: ages.fromMonths, to_months: ages.toMonths }),
    sort,
  }))
  const present = offerings[0]?.term.dates ?? ''
  const typeIds = await insertKeyed(tx, 'offering_types', demoOfferingTypes, (type, sort) => ({
    kind: type.kind,
    name: type.name,
    age_label: type.ages,
    image_path: picturePath(type.key),
    detail_image_path: picturePath(`${type.key}-banner`),
    introduction: type.introduction,
    details_html: cleanHtml(type.detailsHtml),
    introduction_html: type.introductionHtml,
    term_dates: present,
    teacher: type.teacher ?? '',
    to_bring: type.toBring ?? '',
    sort,
  }))
  const termIds = await loadTerms(tx, offerings)
  const roomIds = await loadRooms(tx, offerings, venueIds)
  const roomOf = ({ venue, classroom }: DemoOffering) => roomIds.get(`${venue} ${classroom}`) as number
  const offeringIds = await insertRowsForIds(
    tx,
    'offerings',
    offerings.map(offering => ({
      kind: offering.kind,
      offering_type_id: typeIds.get(offering.type.key) as number,
      venue_id: venueIds.get(offering.venue) as number,
      age_group_id: ageGroupIds.get(offering.age) as number,
      name: offering.name,
      image_path: picturePath(offering.type.key),
      introduction_html: offering.introductionHtml,
      one_off_price_pence: offering.pricePence,
      start_date: offering.term.start,
      end_date: offering.term.end,
      term_dates: offering.term.dates,
      classroom: offering.classroom,
      colour: offering.type.colour,
      is_pack_only: offering.isPackOnly,
      term_id: termIds.get(offering.term.number) as number,
      room_id: roomOf(offering),
      weeks_from: offering.slots.some(({ weeks }) => weeks !== 'every') ? offering.term.start : null,
    })),
  )
  const offeringIdOf = new Map(offerings.map((offering, index) => [offering, offeringIds[index] as number]))
  const slotIdOf = await loadSlots(tx, offerings, offeringIdOf, roomOf)
  const placesTaken = countPlaces(orders)
  const all = offerings.flatMap(offering => offering.sessions.map(session => ({ offering, session })))
  const sessionIds = await insertRowsForIds(
    tx,
    'sessions',
    all.map(({ offering, session }) => ({
      kind: offering.kind,
      offering_id: offeringIdOf.get(offering) as number,
      offering_type_id: typeIds.get(offering.type.key) as number,
      name: session.name,
      start_date: session.startDate,
      end_date: session.endDate,
      start_time: session.startTime,
      end_time: session.endTime,
      capacity: session.capacity,
      places_taken: placesTaken.get(session) ?? 0,
      price_pence: session.pricePence,
      offers_trial: session.offersTrial,
      trial_price_pence: session.trialPricePence,
      credits: session.credits,
      room_id: roomOf(offering),
      slot_id:
        session.slot === null
          ? null
          : (slotIdOf.get(`${offeringIdOf.get(offering)} ${session.slot}`) as number),
    })),
  )
  return {
    typeIds,
    offeringIds: offeringIdOf,
    sessionIds: new Map(all.map(({ session }, index) => [session, sessionIds[index] as number])),
  }
}

/** Inserts the terms, each with the days when the business is closed; returns their ids by number. */
async function loadTerms(tx: Tx, offerings: DemoOffering[]): Promise<Map<number, number>> {
  const terms = [...new Map(offerings.map(({ term }) => [term.number, term])).values()]
  const ids = await insertRowsForIds(
    tx,
    'terms',
    terms.map(({ start, end, dates }) => ({
      // “Winter term from 30 November 2026”: no two begin on one day.
      name: dates.replace(': ', ' from ').replace(/ to .*/, ''),
      start_date: start,
      end_date: end,
      state: 'published',
    })),
  )
  const closed = terms.flatMap(({ start, end }, index) =>
    everyDay(start, end)
      .filter(isClosed)
      .map(day => ({ term_id: ids[index] as number, name: 'Bank holiday', start_date: day, end_date: day })),
  )
  await insertRows(tx, 'closures', closed)
  return new Map(terms.map(({ number }, index) => [number, ids[index] as number]))
}

/** Inserts the rooms that classes name, each as large as its largest class, by venue and name. */
async function loadRooms(
  tx: Tx,
  offerings: DemoOffering[],
  venueIds: Map<string, number>,
): Promise<Map<string, number>> {
  const inRoom = Map.groupBy(offerings, ({ venue, classroom }) => `${venue} ${classroom}`)
  const rooms = [...inRoom].map(([key, [first, ...others]]) => ({
    key,
    venue_id: venueIds.get((first as DemoOffering).venue) as number,
    name: (first as DemoOffering).classroom,
    capacity: Math.max(
      ...[first as DemoOffering, ...others].flatMap(({ sessions }) => sessions.map(s => s.capacity)),
    ),
  }))
  const ids = await insertRowsForIds(
    tx,
    'rooms',
    rooms.map(({ key: _key, ...room }, sort) => ({ ...room, sort })),
  )
  return new Map(rooms.map(({ key }, index) => [key, ids[index] as number]))
}

/** Inserts the weekly times of every offering; the result is by the offering's id and the time's index. */
async function loadSlots(
  tx: Tx,
  offerings: DemoOffering[],
  offeringIds: Map<DemoOffering, number>,
  roomOf: (offering: DemoOffering) => number,
): Promise<Map<string, number>> {
  const slots = offerings.flatMap(offering =>
    offering.slots.map((slot, index) => ({
      ...slot,
      offering,
      key: `${offeringIds.get(offering)} ${index}`,
    })),
  )
  const ids = await insertRowsForIds(
    tx,
    'offering_slots',
    slots.map(({ offering, weekday, startTime, endTime, weeks, capacity }) => ({
      offering_id: offeringIds.get(offering) as number,
      weekday,
      start_time: startTime,
      end_time: endTime,
      weeks,
      capacity,
      room_id: roomOf(offering),
      teacher_ids: [],
    })),
  )
  return new Map(slots.map(({ key }, index) => [key, ids[index] as number]))
}

function countPlaces(orders: DemoOrder[]): Map<DemoSession, number> {
  const counted = new Map<DemoSession, number>()
  for (const { session } of orders
    .filter(({ status }) => status !== 'cancelled')
    .flatMap(({ places }) => places)) {
    counted.set(session, (counted.get(session) ?? 0) + 1)
  }
  return counted
}

async function insertKeyed<
  Item extends { key: string },
  Table extends 'venues' | 'age_groups' | 'offering_types',
>(
  tx: Tx,
  table: Table,
  items: readonly Item[],
  row: (item: Item, sort: number) => Parameters<typeof insertRows<Table>>[2][number],
): Promise<Map<string, number>> {
  const ids = await insertRowsForIds(tx, table, items.map(row))
  return new Map(items.map(({ key }, index) => [key, ids[index] as number]))
}
