import { canBeReached, childSentence, isEmptyOrEmail, isSamePerson } from '#domain/booking-rules.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { type Attendees, countAttendees, type OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { tidyLine, tidyPhone } from '#domain/written-text.ts'
import { readToken } from '#web/session.ts'
import { type Check, filledIn, type Text, tidied } from '#web/ui/form.tsx'
import type { HeldPlaces } from './queries.ts'

/** At least one session is chosen; `sentence` is what its dialog says otherwise (decision A-31). */
export const sessionChosen = (chosen: number[], sentence: string): Check => ({
  field: 'sessions',
  holds: chosen.length > 0,
  sentence,
  note: 'Please choose a time',
})

/** At least one child is chosen; a contact always counts. The field says what the message says. */
export function childChosen(kind: OfferingKind, attendees: Attendees, isSingle: boolean): Check {
  const sentence = childSentence(kind, isSingle)
  return { field: 'children', holds: countAttendees(attendees) > 0, sentence, note: sentence }
}

/**
 * A contact can be reached, where one comes (decision B-14); where the order is `confirmedByMail`, by mail (record
 * 025). An email that is given must be one. What the server would refuse after the question is said before it.
 */
export function contactGiven({ who }: Attendees, text: Text, confirmedByMail: boolean): Check[] {
  if (who !== 'contact') return []
  const { email } = tidied(text, 'email')
  const phone = tidyPhone(text('phone'))
  const reached: Check = {
    field: 'email',
    holds: canBeReached({ email, phone }),
    sentence: sentences.contactRequired,
    note: 'Please fill in an email address or a mobile number where we reach you',
  }
  const mailed: Check = {
    field: 'email',
    holds: confirmedByMail ? isEmailAddress(email) : isEmptyOrEmail(email),
    sentence: sentences.emailRequired,
    note: sentences.emailRequired,
  }
  return [filledIn(text, 'fullName', sentences.contactRequired), reached, mailed]
}

/** The contact has none of the chosen sessions yet (decision E-24); of telephone numbers only the server knows. */
export function contactComesOnce(
  { who }: Attendees,
  chosen: number[],
  { taken }: HeldPlaces,
  text: Text,
): Check[] {
  if (who !== 'contact') return []
  const { fullName, email, phone } = tidied(text, 'fullName', 'email', 'phone')
  const contact = { childId: null, fullName, email: email.toLowerCase(), phone }
  const sentence = sentences.attendeeAlreadyBooked
  const isTaken = chosen
    .flatMap(taken)
    .some(place => isSamePerson({ ...place, fullName: place.who, phone: '' }, contact))
  return [{ field: 'fullName', holds: !isTaken, sentence, note: sentence }]
}

export const freePlaceByMail = 'A free place is confirmed by the link in the email that we send you.'

/** Free places of a guest are confirmed by the link in a mail (record 025). */
export const isConfirmedByMail = (totalPence: number): boolean => totalPence === 0 && !readToken()

/** Somebody waits, and the mail that offers a place finds them. */
export const waiterGiven = (kind: OfferingKind, attendees: Attendees, text: Text): Check[] =>
  attendees.who === 'children'
    ? [childChosen(kind, attendees, true)]
    : [
        filledIn(text, 'fullName', sentences.waitingContactRequired),
        {
          field: 'email',
          holds: isEmailAddress(tidyLine(text('email'))),
          sentence: sentences.waitingContactRequired,
          note: sentences.emailRequired,
        },
      ]
