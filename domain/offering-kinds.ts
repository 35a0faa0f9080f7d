/** What the business offers in a timetable. The wire says Course, Events and Parents. */
export type OfferingKind = 'class' | 'event' | 'parentSession'

interface Capabilities {
  attendees: 'children' | 'contact'
  guestsMayBook: boolean
  /** The sentence that asks for a child when booking normally. */
  childSentence: 'selectChild' | 'selectYourChild'
  /** An order's page shows the week of its first session below the table. */
  orderShowsCalendar: boolean
}

/** The one table of differences between the three kinds: capabilities, not names (decisions ). */
export const offeringKinds = {
  class: {
    attendees: 'children',
    guestsMayBook: false,
    childSentence: 'selectYourChild',
    orderShowsCalendar: false,
  },
  event: {
    attendees: 'children',
    guestsMayBook: false,
    childSentence: 'selectChild',
    orderShowsCalendar: false,
  },
  parentSession: {
    attendees: 'contact',
    guestsMayBook: true,
    childSentence: 'selectYourChild',
    orderShowsCalendar: true,
  },
} as const satisfies Record<OfferingKind, Capabilities>

export const everyOfferingKind = Object.keys(offeringKinds) as OfferingKind[]

/** The same thing, made once for each kind. */
export const forEveryKind = <Thing>(make: (kind: OfferingKind) => Thing): Record<OfferingKind, Thing> => ({
  class: make('class'),
  event: make('event'),
  parentSession: make('parentSession'),
})

/** Who comes: children of the account, or one person who leaves a contact. */
export type Attendees =
  | { who: 'children'; childIds: number[] }
  | { who: 'contact'; fullName: string; phone: string; email: string }

/** How many places one session costs, and by how much its credits are multiplied (decision A-18). */
export function countAttendees(attendees: Attendees): number {
  return attendees.who === 'children' ? attendees.childIds.length : 1
}
