import type { contract } from '#contract/contract.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { invalidContacts } from '#domain/child-details.ts'
import { sentences } from '#domain/sentences.ts'
import { tidyPhone } from '#domain/tidy-text.ts'
import { type Check, filledIn, type Text, tidied, trimmed } from '#web/ui/forms/form.tsx'

export type Child = CallOutput<typeof contract.children.details>
/**
 * The values that the form sends: the child's, for a new child with a request id, for an existing one with `before`,
 * the values that the form began with.
 */
export type SentChild = CallInput<typeof contract.children.add> &
  Pick<CallInput<typeof contract.children.edit>, 'before'>
export type ChildValues = Omit<SentChild, 'before' | 'requestId' | 'isAnother'>
export type Account = CallOutput<typeof contract.accounts.profile>
export type Contact = ChildValues['contacts'][number]

/**
 * The account form requires every field. Onboarding requires only those that its document requires, and checks the
 * address too.
 */
export type ChildFormKind = 'onboarding' | 'account'

/** The birthday in a new child's form before another is entered (decisions B-13, C-26). */
export const exampleBirthday = '2020-01-01'

const contactFields = ['firstName', 'lastName', 'mobile', 'email', 'relationship'] as const
const contactNames = [1, 2].flatMap(number => contactFields.map(field => `contact${number}.${field}`))

/** The fields that must not be empty, in the form's order (spec 1 §5, spec 2 §5). */
export const requiredFields = (kind: ChildFormKind, child?: Child): string[] => [
  'firstName',
  'lastName',
  ...(kind === 'onboarding' ? ['addressLine1', 'addressLine2'] : []),
  ...contactNames,
  ...(child?.notesClosed ? [] : ['medical', 'allergy']),
]

/**
 * Returns the documented checks, then those of the format of numbers and addresses. Values that the child has already
 * may stay.
 */
export const childChecks = (kind: ChildFormKind, text: Text, child: Child | undefined): Check[] => [
  ...requiredFields(kind, child).map(field => filledIn(text, field, sentences.starredRequired)),
  ...invalidContacts(childValuesOf(text), child).map(({ field, sentence }) => ({
    ...{ field, sentence },
    holds: false,
    note: sentence,
  })),
]

const genders = ['male', 'female', 'preferNotToSay'] as const
const pickUpFields = ['firstName', 'lastName', 'phone', 'relationship', 'photo'] as const
export const addressFields = ['addressLine1', 'addressLine2'] as const

const partsByBeginning: Record<string, string> = {
  contact1: 'Emergency contact one',
  contact2: 'Emergency contact two',
  pickUp: 'Pick-up person',
  address: 'Address',
}
/** Returns the part that a field belongs to. Parts count as one answer, so that nobody gets another person's number. */
export const partOfChild = (field: string): string | undefined =>
  partsByBeginning[/^address|[^.]+/.exec(field)?.[0] ?? '']

const health = ['medical', 'allergy', 'note'] as const

/** Reads the fields whose names begin with a prefix such as 'contact1'. */
const under =
  (text: Text, beginning: string): Text =>
  name =>
    text(`${beginning}.${name}`)

const contactFrom = (text: Text): Contact => ({
  ...tidied(text, ...contactFields),
  mobile: tidyPhone(text('mobile')),
})

/** Reads the values of the form. */
export const childValuesOf = (text: Text): ChildValues => ({
  ...trimmed(
    text,
    'firstName',
    'lastName',
    'avatar',
    'dateOfBirth',
    'schoolName',
    ...addressFields,
    ...health,
  ),
  gender: genders.find(gender => gender === text('gender')) ?? 'preferNotToSay',
  attendsSchool: text('attendsSchool') === 'yes',
  addressSource: text('addressSource') === 'alternative' ? 'alternative' : 'guardian',
  photoPermission: text('photoPermission') === 'yes',
  photoMarketingPermission: text('photoMarketingPermission') === 'yes',
  contacts: [contactFrom(under(text, 'contact1')), contactFrom(under(text, 'contact2'))],
  pickUpPerson: {
    ...tidied(under(text, 'pickUp'), ...pickUpFields),
    phone: tidyPhone(text('pickUp.phone')),
  },
})

/** Returns the people around a child by field names. */
export const peopleOf = ({ contacts, pickUpPerson }: Pick<Child, 'contacts' | 'pickUpPerson'>) => ({
  ...named('contact1', contacts[0]),
  ...named('contact2', contacts[1]),
  ...named('pickUp', pickUpPerson),
})

const yesOrNo = (isYes: boolean) => (isYes ? 'yes' : 'no')
const named = (beginning: string, fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${beginning}.${name}`, value]))

/** Returns the form's initial values: the child's, or the account's usual ones for a new child. */
export function formValuesOf(child: Child | undefined, account: Account): object {
  if (!child) {
    const { firstName, lastName, mobile, email, addressLine1, addressLine2 } = account
    return {
      lastName,
      gender: 'preferNotToSay',
      dateOfBirth: exampleBirthday,
      addressSource: 'guardian',
      ...{ addressLine1, addressLine2 },
      ...named('contact1', { firstName, lastName, mobile, email }),
      ...{ attendsSchool: 'no', photoPermission: 'no', photoMarketingPermission: 'no' },
    }
  }
  return {
    ...child,
    attendsSchool: yesOrNo(child.attendsSchool),
    photoPermission: yesOrNo(child.photoPermission),
    photoMarketingPermission: yesOrNo(child.photoMarketingPermission),
    ...peopleOf(child),
  }
}
