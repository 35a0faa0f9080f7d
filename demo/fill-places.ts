import { addDays, mondayOf } from '#domain/calendar.ts'
import { offeringKinds } from '#domain/offering-kinds.ts'
import type { DemoOffering, DemoSession } from './catalogue.ts'
import { type DemoOrder, orderPlaces, startOf, type Wanted } from './demo-orders.ts'
import type { DemoChild, DemoFamily } from './people.ts'
import { type Chance, seededChance } from './seeded-chance.ts'
import { demoAgeGroups } from './venues-and-ages.ts'

/** One weekly slot of an offering: its sessions through a term. */
interface Slot {
  offering: DemoOffering
  sessions: DemoSession[]
}

const fillFirst = ['full', 'one-left', 'some', 'quiet']
const weeksAheadInDetail = 5
const weeksAheadWhereFull = 10

/**
 * Returns the orders of the background families, which fill each session to its planned level. `booked` are
 * the places that are taken already.
 */
export function fillPlaces(
  offerings: DemoOffering[],
  families: DemoFamily[],
  booked: Pick<Wanted, 'session'>[],
  today: string,
): DemoOrder[] {
  const monday = mondayOf(today)
  const taken = new Map<DemoSession, number>()
  for (const { session } of booked) taken.set(session, (taken.get(session) ?? 0) + 1)
  const slots = offerings
    .flatMap(slotsOf)
    .map(slot => ({ ...slot, sessions: slot.sessions.filter(session => isFilled(session, monday)) }))
    .filter(slot => slot.sessions.length > 0)
    .toSorted((one, other) => fillFirst.indexOf(fillOf(one)) - fillFirst.indexOf(fillOf(other)))
  const diary = new Diary()
  const wanted: FamilyPlace[] = []
  const guests: DemoOrder[] = []
  for (const slot of slots) {
    const chance = seededChance(
      slot.offering.key,
      slot.offering.term.number,
      startOf(slot.sessions[0] as DemoSession),
    )
    if (offeringKinds[slot.offering.kind].attendees === 'contact') {
      guests.push(...guestOrders(slot, families, taken, chance, monday))
    } else {
      wanted.push(...familyPlaces(slot, families, taken, diary, chance))
    }
  }
  return [...familyOrders(wanted, monday), ...guests]
}

type FamilyPlace = Wanted & { family: DemoFamily }

/** Makes one order of everything that a family books at one venue, as the basket would. */
function familyOrders(wanted: FamilyPlace[], monday: string): DemoOrder[] {
  const baskets = Object.groupBy(
    wanted,
    ({ family, offering }) => `${family.email} ${offering.kind} ${offering.venue}`,
  )
  return Object.entries(baskets).flatMap(([key, places]) => {
    const first = places?.[0]
    if (!first) return []
    return orderPlaces(
      places.map(({ offering, session, child }) => ({ offering, session, child })),
      {
        kind: first.offering.kind,
        family: first.family,
        guest: null,
        placedAt: placedBefore(monday, seededChance(key)),
      },
    )
  })
}

function slotsOf(offering: DemoOffering): Slot[] {
  const bySlot = Object.groupBy(
    offering.sessions,
    session => `${new Date(session.startDate).getUTCDay()} ${session.startTime}`,
  )
  return Object.values(bySlot).map(sessions => ({ offering, sessions: sessions ?? [] }))
}

const fillOf = (slot: Slot) => slot.sessions[0]?.fill ?? 'quiet'

/**
 * Whether a session gets attendees: from last week to a few weeks ahead, and further ahead if it is (nearly)
 * full.
 */
function isFilled({ startDate, fill }: DemoSession, monday: string): boolean {
  const weeksAhead = fill === 'full' || fill === 'one-left' ? weeksAheadWhereFull : weeksAheadInDetail
  return startDate >= addDays(monday, -7) && startDate < addDays(monday, weeksAhead * 7)
}

function wantedPlaces({ fill, capacity }: DemoSession, chance: Chance): number {
  if (fill === 'full') return capacity
  if (fill === 'one-left') return capacity - 1
  return fill === 'some'
    ? chance.whole(Math.ceil(capacity * 0.35), Math.floor(capacity * 0.75))
    : chance.whole(0, Math.floor(capacity * 0.25))
}

function familyPlaces(
  slot: Slot,
  families: DemoFamily[],
  taken: Map<DemoSession, number>,
  diary: Diary,
  chance: Chance,
): FamilyPlace[] {
  const { offering, sessions } = slot
  const regulars = wantedPlaces(sessions[0] as DemoSession, chance)
  const mayMissOne = fillOf(slot) === 'some'
  const places: FamilyPlace[] = []
  let found = 0
  for (const { family, child } of bestFitting(offering, families, chance)) {
    if (found === regulars) break
    if (!sessions.every(session => diary.isFree(child, session))) continue
    found += 1
    for (const session of sessions) {
      const already = taken.get(session) ?? 0
      if (already >= regulars || (mayMissOne && chance.next() < 0.3)) continue
      taken.set(session, already + 1)
      diary.enter(child, session)
      places.push({ offering, session, child, family })
    }
  }
  return places
}

/** Lists all children, first those of the offering's age group, then the nearest in age. */
function bestFitting(offering: DemoOffering, families: DemoFamily[], chance: Chance) {
  const ageAt = (age: string) => demoAgeGroups.findIndex(group => group.key === age)
  const all = families.flatMap(family => family.children.map(child => ({ family, child })))
  return chance
    .shuffle(all)
    .map(entry => ({ ...entry, distance: Math.abs(ageAt(entry.child.age) - ageAt(offering.age)) }))
    .toSorted((one, other) => one.distance - other.distance)
}

/** Returns the orders of guests, who book parents' sessions one at a time. */
function guestOrders(
  { offering, sessions }: Slot,
  families: DemoFamily[],
  taken: Map<DemoSession, number>,
  chance: Chance,
  monday: string,
): DemoOrder[] {
  return sessions.flatMap(session => {
    const free = wantedPlaces(session, chance) - (taken.get(session) ?? 0)
    return chance
      .shuffle(families)
      .slice(0, Math.max(0, free))
      .map(guest =>
        orderPlaces([{ offering, session, child: null }], {
          kind: offering.kind,
          family: null,
          guest,
          placedAt: placedBefore(monday, chance),
        }),
      )
  })
}

/** Returns a moment before last week, so that every order is older than its sessions. */
const placedBefore = (monday: string, chance: Chance) =>
  `${addDays(monday, -chance.whole(9, 30))}T${String(chance.whole(7, 21)).padStart(2, '0')}:${chance.whole(10, 59)}:00Z`

/** Keeps track of where each child is and when, so that no child is in two places at once. */
class Diary {
  readonly entries = new Map<DemoChild, Map<string, [string, string][]>>()

  isFree(child: DemoChild, session: DemoSession): boolean {
    return daysOf(session).every(day =>
      (this.entries.get(child)?.get(day) ?? []).every(
        ([start, end]) => session.startTime >= end || session.endTime <= start,
      ),
    )
  }

  enter(child: DemoChild, session: DemoSession): void {
    const days = this.entries.get(child) ?? new Map<string, [string, string][]>()
    this.entries.set(child, days)
    for (const day of daysOf(session)) {
      days.set(day, [...(days.get(day) ?? []), [session.startTime, session.endTime]])
    }
  }
}

function daysOf({ startDate, endDate }: DemoSession): string[] {
  const days = [startDate]
  while ((days.at(-1) as string) < endDate) days.push(addDays(days.at(-1) as string, 1))
  return days
}
