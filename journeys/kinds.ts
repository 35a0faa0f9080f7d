import { expect, type Page } from '@playwright/test'
import type { LaterMethod } from '#domain/desk-payment.ts'
import type { Attendees, OfferingKind } from '#domain/offering-kinds.ts'
import type { Person } from './people.ts'
import type { Session } from './timetable.ts'

/** The names of each kind on My Bookings, and the screen size at which journeys of all kinds test it. */
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

/** Classes and events share their pages, so journeys test classes on the phone and events at the desk. */
export const sessionKinds = [
  { kind: 'class', ...kinds.class },
  { kind: 'event', ...kinds.event },
] as const

export const everyKind = ['class', 'event', 'parentSession'] as const

/** Returns the attendees of a booking: the person's first child, or the person. */
async function attendeesOf(person: Person, kind: OfferingKind): Promise<Attendees> {
  if (kind === 'parentSession') {
    const { firstName, email, mobile } = person
    return { who: 'contact', fullName: `${firstName} Hart`, phone: mobile, email }
  }
  const [child] = await person.api.children.list()
  return { who: 'children', childIds: [child?.id ?? 0] }
}

/** Places an order of one session, and leaves a priced one unpaid, or to be paid later. */
export async function placeOrder(
  person: Person,
  kind: OfferingKind,
  session: Pick<Session, 'offeringId' | 'id'>,
  given: { payLater?: LaterMethod } = {},
): Promise<string> {
  const { orderNumber } = await person.api.orders[kind].place({
    offeringId: session.offeringId,
    sessionIds: [session.id],
    attendees: await attendeesOf(person, kind),
    creditsWanted: undefined,
    discountCode: '',
    ...given,
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

/** Pays one of the person's orders by card. */
export async function pay(page: Page, person: Person, orderNumber: string): Promise<void> {
  const { url } = await person.api.payments.openCardPage({ orderNumber, device: 'web' })
  await page.goto(url)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
}
