import { canBeReached, childSentence, isEmptyOrEmail, isSamePerson } from '#domain/booking-rules.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { type Attendees, countAttendees, type OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { tidyLine, tidyPhone } from '#domain/tidy-text.ts'
import { readToken } from '#web/session.ts'
import { type Check, filledIn, type Text, tidied } from '#web/ui/forms/form.tsx'
import { type Preview, takesChildren } from './booking-choice.ts'
import type { HeldPlaces } from './queries.ts'

/** Checks that a session is chosen; otherwise shows the dialog's `sentence` (decision A-31). */
export const sessionChosen = (chosen: number[], sentence: string): Check => ({
  field: 'sessions',
  holds: chosen.length > 0,
  sentence,
  note: 'Please choose a time',
})

/** Checks that a child is chosen; a contact always counts. The note at the field says what to do. */
export function childChosen(kind: OfferingKind, attendees: Attendees, isSingle: boolean): Check {
  const sentence = childSentence(kind, isSingle)
  const note = isSingle ? 'Tick who is coming' : 'Tick everybody who is coming'
  return { field: 'children', holds: countAttendees(attendees) > 0, sentence, note }
}

/**
 * Checks that the contact can be reached, if one is needed (decision B-14); by mail if the order is `confirmedByMail`
 * (record 025). A given email must be valid. Runs before the confirmation, so that the server need not refuse after it.
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

/**
 * Checks that the contact has none of the chosen sessions yet (decision E-24). Only the server can compare
 * telephone numbers.
 */
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

/** Checks that the class takes everybody who was chosen, as the answered preview says (decision E-26). */
export const everybodyTaken = (
  kind: OfferingKind,
  { quote, isFetching }: { quote: Preview | undefined; isFetching: boolean },
): Check => {
  const sentence = (!isFetching && quote?.problem) || ''
  const holds = sentence === ''
  return takesChildren(kind)
    ? { field: 'children', holds, sentence, note: 'Please choose another child, or another class' }
    : { field: 'fullName', holds, sentence, note: 'Please choose another class' }
}

export const freePlaceByMail = 'A free place is confirmed by the link in the email that we send you.'

/** Whether a guest confirms the free places by a link in a mail (record 025). */
export const isConfirmedByMail = (totalPence: number): boolean => totalPence === 0 && !readToken()

/** Checks that somebody is entered for the waiting list, with an address for the offer's mail. */
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
