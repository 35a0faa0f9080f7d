import { childSentence } from '#domain/booking-rules.ts'
import { type Attendees, countAttendees, type OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { type Check, filledIn, type Text } from '#web/ui/form.tsx'

/** At least one session is chosen; `sentence` is what its dialog says otherwise (decision A-31). */
export const sessionChosen = (chosen: number[], sentence: string): Check => ({
  field: 'sessions',
  holds: chosen.length > 0,
  sentence,
  note: 'Please choose a time',
})

/** At least one child is chosen; a contact always counts. */
export const childChosen = (kind: OfferingKind, attendees: Attendees, isSingle: boolean): Check => ({
  field: 'children',
  holds: countAttendees(attendees) > 0,
  sentence: childSentence(kind, isSingle),
  note: 'Please choose a child',
})

/**
 * A contact can be reached, where one comes. What the fields hold is the server's to judge (spec 2 §5); that they are
 * empty the page knows (decision B-14).
 */
export function contactGiven({ who }: Attendees, text: Text): Check[] {
  const sentence = sentences.contactRequired
  const isEmpty = (field: string) => who === 'contact' && text(field).trim() === ''
  return [
    { field: 'fullName', holds: !isEmpty('fullName'), sentence },
    {
      field: 'email',
      holds: !isEmpty('email') || !isEmpty('phone'),
      sentence,
      note: 'Please fill in your email address or your mobile number',
    },
  ]
}

/** Before the question whether to order, not after it. */
export const notBookedYet = (isBooked: boolean): Check => ({
  field: 'children',
  holds: !isBooked,
  sentence: sentences.alreadyBooked,
  note: 'Already booked. Please choose somebody else, or another time',
})

/** Somebody waits, and the mail that offers a place finds them. */
export const waiterGiven = (kind: OfferingKind, attendees: Attendees, text: Text): Check[] =>
  attendees.who === 'children'
    ? [childChosen(kind, attendees, true)]
    : [
        filledIn(text, 'fullName', sentences.waitingContactRequired),
        filledIn(text, 'email', sentences.waitingContactRequired),
      ]
