import { isEmailAddress, isPhoneNumber } from './email-address.ts'
import { sentences } from './sentences.ts'
import { tidyPhone } from './tidy-text.ts'

interface Details {
  firstName: string
  lastName: string
  medical: string
  allergy: string
  /** Whether both notes are stored, but hidden for a while. */
  notesClosed?: boolean | undefined
  contacts: readonly object[]
}

/** The earliest birthday that a living person may have. */
export const earliestBirthday = '1900-01-01'

/** Whether somebody may have been born on this day. */
export const isBirthday = (day: string, today: string): boolean => day >= earliestBirthday && day <= today

/**
 * Whether every field that the child's form requires is filled in. An import may leave some out (spec 3 §13).
 */
export const isChildComplete = ({
  firstName,
  lastName,
  medical,
  allergy,
  notesClosed = false,
  contacts,
}: Details): boolean =>
  [
    firstName,
    lastName,
    ...(notesClosed ? [] : [medical, allergy]),
    ...contacts.flatMap(contact => Object.values(contact)),
  ].every(text => text !== '')

interface Reached {
  contacts: readonly { mobile: string; email: string }[]
  pickUpPerson: { phone: string }
}

const phonesOf = ({ contacts, pickUpPerson }: Reached) => [
  ...contacts.map(({ mobile }, at) => ({ field: `contact${at + 1}.mobile`, text: mobile })),
  { field: 'pickUp.phone', text: pickUpPerson.phone },
]
const emailsOf = ({ contacts }: Reached) =>
  contacts.map(({ email }, at) => ({ field: `contact${at + 1}.email`, text: email }))

/** Says what is wrong with a phone number; '' if nothing is. */
type PhoneRule = (phone: string) => string

const parentsRule: PhoneRule = phone => (isPhoneNumber(phone) ? '' : sentences.phoneInvalid)

/**
 * Lists the fields with an invalid phone number or email address. A value that is already saved (`kept`) may
 * be saved again. The office has a stricter rule for numbers.
 */
export function invalidContacts(
  given: Reached,
  kept?: Reached,
  phoneRule: PhoneRule = parentsRule,
): { field: string; sentence: string }[] {
  const keptPhones = kept ? phonesOf(kept).map(({ text }) => tidyPhone(text)) : []
  const keptEmails = kept ? emailsOf(kept).map(({ text }) => text) : []
  const isWrong = (text: string, keptTexts: string[], isGood: boolean) =>
    text !== '' && !isGood && !keptTexts.includes(text)
  return [
    ...phonesOf(given)
      .filter(({ text }) => isWrong(text, keptPhones, phoneRule(text) === ''))
      .map(({ field, text }) => ({ field, sentence: phoneRule(text) })),
    ...emailsOf(given)
      .filter(({ text }) => isWrong(text, keptEmails, isEmailAddress(text)))
      .map(({ field }) => ({ field, sentence: sentences.emailRequired })),
  ]
}
