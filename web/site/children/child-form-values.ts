import type { contract } from '#contract/contract.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { sentences } from '#domain/sentences.ts'
import { type Check, filledIn, type Text } from '#web/ui/form.tsx'

export type Child = CallOutput<typeof contract.children.details>
export type ChildValues = CallInput<typeof contract.children.add>
export type Contact = ChildValues['contacts'][number]

/** The account form asks for everything; onboarding for what its document names, and checks the address too. */
export type ChildFormKind = 'onboarding' | 'account'

/** Decision C-26. */
export const defaultDateOfBirth = '2020-01-01'

const contactFields = ['firstName', 'lastName', 'mobile', 'email', 'relationship'] as const
const contactNames = [1, 2].flatMap(number => contactFields.map(field => `contact${number}.${field}`))

/** The fields that stop a save while they are empty, in the form's order (spec 1 §5, spec 2 §5). */
export const requiredFields = (kind: ChildFormKind): string[] => [
  'firstName',
  'lastName',
  ...(kind === 'onboarding' ? ['addressLine1', 'addressLine2'] : []),
  ...contactNames,
  'medical',
  'allergy',
]

export const childChecks = (kind: ChildFormKind, text: Text): Check[] =>
  requiredFields(kind).map(field => filledIn(text, field, sentences.starredRequired))

function contactOf(text: Text, number: 1 | 2): Contact {
  const field = (name: string) => text(`contact${number}.${name}`).trim()
  return {
    firstName: field('firstName'),
    lastName: field('lastName'),
    mobile: field('mobile'),
    email: field('email'),
    relationship: field('relationship'),
  }
}

const genders = ['male', 'female', 'preferNotToSay'] as const

/** What the form says. */
export function childValuesOf(text: Text): ChildValues {
  const line = (name: string) => text(name).trim()
  return {
    firstName: line('firstName'),
    lastName: line('lastName'),
    gender: genders.find(gender => gender === text('gender')) ?? 'preferNotToSay',
    dateOfBirth: text('dateOfBirth'),
    attendsSchool: text('attendsSchool') === 'yes',
    schoolName: line('schoolName'),
    addressSource: text('addressSource') === 'alternative' ? 'alternative' : 'guardian',
    addressLine1: line('addressLine1'),
    addressLine2: line('addressLine2'),
    medical: line('medical'),
    allergy: line('allergy'),
    note: line('note'),
    photoPermission: text('photoPermission') === 'yes',
    photoMarketingPermission: text('photoMarketingPermission') === 'yes',
    avatar: text('avatar'),
    contacts: [contactOf(text, 1), contactOf(text, 2)],
    pickUpPerson: {
      firstName: line('pickUp.firstName'),
      lastName: line('pickUp.lastName'),
      phone: line('pickUp.phone'),
      relationship: line('pickUp.relationship'),
      photo: text('pickUp.photo'),
    },
  }
}
