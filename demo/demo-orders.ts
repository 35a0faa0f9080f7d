import { addDays } from '#domain/calendar.ts'
import type { LaterMethod } from '#domain/desk-payment.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { priceOrder } from '#domain/prices.ts'
import type { DemoOffering, DemoSession } from './catalogue.ts'
import type { DemoChild, DemoFamily } from './people.ts'
import { type DemoProduct, demoPacks, demoProducts } from './shop.ts'

/** An order as the loader writes it; sessions and people are still objects, not ids. */
export interface DemoOrder {
  kind: OfferingKind | 'product' | 'pack'
  /** null: booked by a guest. */
  family: DemoFamily | null
  guest: DemoFamily | null
  status: 'pending' | 'paid' | 'completed' | 'cancelled'
  isTrial: boolean
  /** How the family pays it later; null if it is paid by card. */
  payLater: LaterMethod | null
  placedAt: string
  holdExpiresAt: string | null
  /** Sent a day after it was placed. */
  isSent: boolean
  completedAt: string | null
  listPence: number
  creditValuePence: number
  creditsUsed: number
  totalPence: number
  places: DemoPlace[]
  items: { product: DemoProduct; quantity: number }[]
  pack: (typeof demoPacks)[number] | null
}

interface DemoPlace {
  offering: DemoOffering
  session: DemoSession
  /** Null if the place is for the buyer. */
  child: DemoChild | null
  listPence: number
  creditsUsed: number
  payablePence: number
}

export type Wanted = Pick<DemoPlace, 'offering' | 'session' | 'child'>

const nothingBought = {
  items: [],
  pack: null,
  isSent: false,
  completedAt: null,
  holdExpiresAt: null,
  payLater: null,
}

/** Prices places as the site would, and makes one order of them (decision E-09). */
export function orderPlaces(
  wanted: Wanted[],
  facts: Pick<DemoOrder, 'kind' | 'family' | 'guest' | 'placedAt'> &
    Partial<Pick<DemoOrder, 'status' | 'isTrial' | 'holdExpiresAt' | 'payLater'>> & { credits?: number },
): DemoOrder {
  const { credits = 0, isTrial = false, ...rest } = facts
  const inOrder = wanted.toSorted((one, other) => (startOf(one.session) < startOf(other.session) ? -1 : 1))
  const price = priceOrder(
    inOrder.map(({ session }) => ({
      pricePence: isTrial ? session.trialPricePence : session.pricePence,
      credits: isTrial ? 0 : session.credits,
    })),
    credits,
  )
  return {
    ...nothingBought,
    status: 'paid',
    ...rest,
    isTrial,
    listPence: price.listPence,
    creditValuePence: price.creditValuePence,
    creditsUsed: price.creditsUsed,
    totalPence: price.totalPence,
    places: inOrder.map((place, index) => {
      const { listPence, creditsUsed, payablePence } = price.places[index] ?? {
        listPence: 0,
        creditsUsed: 0,
        payablePence: 0,
      }
      return { ...place, listPence, creditsUsed, payablePence }
    }),
  }
}

export const startOf = (session: DemoSession): string => `${session.startDate} ${session.startTime}`

interface Visit {
  offering: string
  who: string[]
  when: 'past' | 'coming'
  count: number
  /** How many earlier sessions to skip. */
  skip?: number
  credits?: number
  isTrial?: boolean
  status?: 'pending' | 'cancelled'
  placedDaysAgo?: number
  payLater?: LaterMethod
}

const parentVisits: Visit[] = [
  { offering: 'paint-glasshouse-threes', who: ['Isla'], when: 'past', count: 2, skip: 1 },
  { offering: 'tumble-harbour-toddlers', who: ['Arlo'], when: 'past', count: 2, credits: 2 },
  { offering: 'ballet-orchard-threes', who: ['Isla'], when: 'past', count: 1, skip: 4, isTrial: true },
  {
    offering: 'band-harbour-threes',
    who: ['Isla'],
    when: 'coming',
    count: 1,
    skip: 3,
    status: 'cancelled',
    placedDaysAgo: 9,
  },
  { offering: 'football-larkfield-threes', who: ['Isla'], when: 'coming', count: 1, placedDaysAgo: 6 },
  {
    offering: 'tumble-larkfield-toddlers',
    who: ['Arlo'],
    when: 'coming',
    count: 3,
    credits: 3,
    placedDaysAgo: 3,
  },
  {
    offering: 'boots-orchard-threes',
    who: ['Isla'],
    when: 'coming',
    count: 2,
    skip: 2,
    status: 'pending',
    placedDaysAgo: 0,
  },
  { offering: 'forest-orchard-threes', who: ['Isla'], when: 'past', count: 1, skip: 1 },
  { offering: 'family-harbour-fives', who: ['Isla'], when: 'coming', count: 1, placedDaysAgo: 5 },
  { offering: 'circle-glasshouse-first-yr', who: [], when: 'past', count: 1, skip: 3 },
  { offering: 'sleep-orchard-first-yr', who: [], when: 'coming', count: 1, skip: 1, placedDaysAgo: 2 },
]

const secondVisits: Visit[] = [
  { offering: 'football-larkfield-fives', who: ['Zainab'], when: 'past', count: 2 },
  { offering: 'curtain-harbour-fives', who: ['Zainab'], when: 'coming', count: 1, skip: 1, placedDaysAgo: 4 },
  {
    offering: 'paint-harbour-fives',
    who: ['Zainab'],
    when: 'coming',
    count: 4,
    placedDaysAgo: 3,
    payLater: 'childcare',
  },
]

interface Purchase {
  lines: [product: string, quantity: number][]
  status: 'pending' | 'paid' | 'completed'
  placedDaysAgo: number
}

const parentPurchases: Purchase[] = [
  {
    lines: [
      ['t-shirt', 1],
      ['crayons', 1],
    ],
    status: 'completed',
    placedDaysAgo: 33,
  },
  { lines: [['kite', 1]], status: 'paid', placedDaysAgo: 2 },
  { lines: [['paint', 2]], status: 'pending', placedDaysAgo: 0 },
]

/** Purchases that are not sent yet. */
const secondPurchases: Purchase[] = [
  {
    lines: [
      ['kite', 1],
      ['paint', 2],
    ],
    status: 'paid',
    placedDaysAgo: 0,
  },
  { lines: [['t-shirt', 2]], status: 'paid', placedDaysAgo: 0 },
]

/** Lists the orders of the login page's accounts: past, coming, unpaid and cancelled. */
export function accountOrders(
  accounts: { parent: DemoFamily; second: DemoFamily },
  offerings: DemoOffering[],
  today: string,
  now: string,
): DemoOrder[] {
  const { parent, second } = accounts
  const placed = (daysAgo: number, time = '09:40') =>
    daysAgo === 0 ? now : `${addDays(today, -daysAgo)}T${time}:00Z`
  const anHourAgo = () => new Date(Date.parse(now) - 3_600_000).toISOString()
  return [
    packOrder(parent, 'pack-10', placed(46)),
    ...parentVisits.map(visit => visitOrder(visit, parent, offerings, today, placed)),
    ...secondVisits.map(visit => visitOrder(visit, second, offerings, today, placed)),
    ...parentPurchases.map(purchase => productOrder(purchase, parent, today, placed)),
    ...secondPurchases.map(purchase => productOrder(purchase, second, today, anHourAgo)),
  ].toSorted((one, other) => (one.placedAt < other.placedAt ? -1 : 1))
}

function visitOrder(
  visit: Visit,
  family: DemoFamily,
  offerings: DemoOffering[],
  today: string,
  placed: (daysAgo: number) => string,
): DemoOrder {
  const chosen = sessionsFor(visit, offerings, today)
  const first = chosen[0]
  if (!first || chosen.length < visit.count)
    throw new Error(`There are too few sessions of ${visit.offering}.`)
  const people: (DemoChild | null)[] = visit.who.length
    ? family.children.filter(({ firstName }) => visit.who.includes(firstName))
    : [null]
  return orderPlaces(
    chosen.flatMap(place => people.map(child => ({ ...place, child }))),
    {
      kind: first.offering.kind,
      family,
      guest: null,
      placedAt:
        visit.placedDaysAgo === undefined
          ? `${addDays(first.session.startDate, -6)}T19:25:00Z`
          : placed(visit.placedDaysAgo),
      // Long enough to be found unpaid whenever somebody looks, and never past the first session (decision E-04).
      holdExpiresAt: visit.status === 'pending' ? `${addDays(first.session.startDate, -1)}T12:00:00Z` : null,
      ...(visit.status ? { status: visit.status } : {}),
      ...(visit.isTrial ? { isTrial: true } : {}),
      ...(visit.payLater ? { payLater: visit.payLater } : {}),
      credits: visit.credits ?? 0,
    },
  )
}

function sessionsFor(
  { offering: key, when, count, skip = 0 }: Visit,
  offerings: DemoOffering[],
  today: string,
): Pick<Wanted, 'offering' | 'session'>[] {
  const all = offerings
    .filter(offering => offering.key === key)
    .flatMap(offering => offering.sessions.map(session => ({ offering, session })))
    .toSorted((one, other) => (startOf(one.session) < startOf(other.session) ? -1 : 1))
  if (when === 'coming')
    return all.filter(({ session }) => session.startDate > today).slice(skip, skip + count)
  const past = all.filter(({ session }) => session.endDate < today)
  return past.slice(past.length - skip - count, past.length - skip)
}

function packOrder(family: DemoFamily, key: string, placedAt: string): DemoOrder {
  const pack = demoPacks.find(pack => pack.key === key)
  if (!pack) throw new Error(`There is no pack “${key}”.`)
  return { ...boughtBy(family, placedAt, pack.pence), kind: 'pack', status: 'paid', pack }
}

function productOrder(
  { lines, status, placedDaysAgo }: Purchase,
  family: DemoFamily,
  today: string,
  placed: (daysAgo: number) => string,
): DemoOrder {
  const items = lines.map(([key, quantity]) => {
    const product = demoProducts.find(product => product.key === key)
    if (!product) throw new Error(`There is no product “${key}”.`)
    return { product, quantity }
  })
  const listPence = items.reduce((total, { product, quantity }) => total + product.pence * quantity, 0)
  return {
    ...boughtBy(family, placed(placedDaysAgo), listPence),
    kind: 'product',
    status,
    items,
    isSent: status !== 'pending' && placedDaysAgo > 0,
    completedAt: status === 'completed' ? `${addDays(today, 16 - placedDaysAgo)}T08:00:00Z` : null,
    holdExpiresAt: status === 'pending' ? `${addDays(today, 28)}T12:00:00Z` : null,
  }
}

function boughtBy(family: DemoFamily, placedAt: string, listPence: number) {
  return {
    ...nothingBought,
    family,
    guest: null,
    isTrial: false,
    placedAt,
    listPence,
    creditValuePence: 0,
    creditsUsed: 0,
    totalPence: listPence,
    places: [],
  }
}
