/** What the business offers in a timetable. The wire says Course, Events and Parents. */
export type OfferingKind = 'class' | 'event' | 'parentSession'

/** The one table of differences between the three kinds: capabilities, not names (decisions ). */
export const offeringKinds = {
  class: { attendees: 'children', guestsMayBook: false, checksTrialHistory: true },
  event: { attendees: 'children', guestsMayBook: false, checksTrialHistory: true },
  parentSession: { attendees: 'contact', guestsMayBook: true, checksTrialHistory: false },
} as const satisfies Record<
  OfferingKind,
  { attendees: 'children' | 'contact'; guestsMayBook: boolean; checksTrialHistory: boolean }
>

export const everyOfferingKind = Object.keys(offeringKinds) as OfferingKind[]

/** Who comes: children of the account, or one person who leaves a contact. */
export type Attendees =
  | { who: 'children'; childIds: number[] }
  | { who: 'contact'; fullName: string; phone: string; email: string }

/** How many places one session costs, and by how much its credits are multiplied (decision A-18). */
export function countAttendees(attendees: Attendees): number {
  return attendees.who === 'children' ? attendees.childIds.length : 1
}
