/** The kinds of offering. On the wire they are Course, Events and Parents. */
export type OfferingKind = 'class' | 'event' | 'parentSession'

interface Capabilities {
  attendees: 'children' | 'contact'
  guestsMayBook: boolean
  /** The message that asks for a child in a normal booking. */
  childSentence: 'selectChild' | 'selectYourChild'
  /** Whether an order's page shows the week of its first session. */
  orderShowsCalendar: boolean
  /** Whether each class needs an age group. If not, a range of ages may be given instead (record 262). */
  needsAgeGroup: boolean
}

/** The one table of differences between the three kinds, as capabilities (decisions ). */
export const offeringKinds = {
  class: {
    attendees: 'children',
    guestsMayBook: false,
    childSentence: 'selectYourChild',
    orderShowsCalendar: false,
    needsAgeGroup: true,
  },
  event: {
    attendees: 'children',
    guestsMayBook: false,
    childSentence: 'selectChild',
    orderShowsCalendar: false,
    needsAgeGroup: false,
  },
  parentSession: {
    attendees: 'contact',
    guestsMayBook: true,
    childSentence: 'selectYourChild',
    orderShowsCalendar: true,
    needsAgeGroup: false,
  },
} as const satisfies Record<OfferingKind, Capabilities>

export const everyOfferingKind = Object.keys(offeringKinds) as OfferingKind[]

/** Builds one value for each kind. */
export const forEveryKind = <Thing>(make: (kind: OfferingKind) => Thing): Record<OfferingKind, Thing> => ({
  class: make('class'),
  event: make('event'),
  parentSession: make('parentSession'),
})

/** The attendees: children of the account, or one person with a contact. */
export type Attendees =
  | { who: 'children'; childIds: number[] }
  | { who: 'contact'; fullName: string; phone: string; email: string }

/** How many places one session takes, and by how much its credits are multiplied (decision A-18). */
export function countAttendees(attendees: Attendees): number {
  return attendees.who === 'children' ? attendees.childIds.length : 1
}
