import { expect, type Page } from '@playwright/test'
import type { Attendees, OfferingKind } from '#domain/offering-kinds.ts'
import type { Person } from './people.ts'
import type { Session } from './timetable.ts'

/** What each kind is called on My Bookings, and the size at which what is alike for all of them is walked. */
export const kinds = {
  class: {
    tag: '@phone',
    calendar: 'Your classes',
    history: 'Classes Booking History',
    add: '+ Add a class',
    detail: '/home/userInfo/orderStatus',
    attendee: 'Child',
  },
  event: {
    tag: '@desk',
    calendar: 'Your events',
    history: 'Events Booking History',
    add: '+ Add an event',
    detail: '/home/userInfo/eventOrderDetail',
    attendee: 'Child',
  },
  parentSession: {
    tag: '@desk',
    calendar: 'Your parental support',
    history: 'Parents Booking History',
    add: '+ Add a session',
    detail: '/home/userInfo/parentsOrderDetail',
    attendee: 'Full Name',
  },
} as const satisfies Record<OfferingKind, Record<string, string>>

/** Classes and events share their pages: what is alike is walked once, with classes on the phone, with events at the desk. */
export const sessionKinds = [
  { kind: 'class', ...kinds.class },
  { kind: 'event', ...kinds.event },
] as const

export const everyKind = ['class', 'event', 'parentSession'] as const

/** Whom a person books a session of a kind for: their first child, or themselves. */
async function attendeesOf(person: Person, kind: OfferingKind): Promise<Attendees> {
  if (kind === 'parentSession') {
    const { firstName, email } = person
    return { who: 'contact', fullName: `${firstName} Hart`, phone: '07700 900188', email }
  }
  const [child] = await person.api.children.list()
  return { who: 'children', childIds: [child?.id ?? 0] }
}

/** An order of one session; what costs something is left unpaid. */
export async function placeOrder(
  person: Person,
  kind: OfferingKind,
  session: Pick<Session, 'offeringId' | 'id'>,
): Promise<string> {
  const { orderNumber } = await person.api.orders[kind].place({
    offeringId: session.offeringId,
    sessionIds: [session.id],
    attendees: await attendeesOf(person, kind),
    creditsWanted: undefined,
    discountCode: '',
  })
  return orderNumber
}

export async function placeTrial(person: Person, kind: OfferingKind, session: Session): Promise<string> {
  const { orderNumber } = await person.api.orders[kind].placeTrial({
    sessionIds: [session.id],
    attendees: await attendeesOf(person, kind),
  })
  return orderNumber
}

/** Pays an order of theirs by card. */
export async function pay(page: Page, person: Person, orderNumber: string): Promise<void> {
  const { url } = await person.api.payments.openCardPage({ orderNumber, device: 'web' })
  await page.goto(url)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
}
