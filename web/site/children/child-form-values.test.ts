import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { childChecks, childValuesOf } from './child-form-values.ts'

const filled: Record<string, string> = {
  firstName: 'Isla',
  lastName: 'Bennett',
  gender: 'female',
  dateOfBirth: '2022-08-01',
  medical: 'None',
  allergy: 'Cashew nuts',
}
const ways: Record<string, string> = { mobile: '07700 900501', email: 'kin@example.test' }
for (const contact of ['contact1', 'contact2']) {
  for (const field of ['firstName', 'lastName', 'mobile', 'email', 'relationship']) {
    filled[`${contact}.${field}`] = ways[field] ?? `${contact} ${field}`
  }
}
const textOf = (fields: Record<string, string>) => (name: string) => fields[name] ?? ''
const failing = (kind: 'onboarding' | 'account', fields: Record<string, string>) =>
  childChecks(kind, textOf(fields), undefined).filter(check => !check.holds)

// Proves CHILD-24 to CHILD-27, ONB-20 to ONB-22, ONB-24 to ONB-26.
test('empty names, contacts, medical or allergy fields stop a save with one sentence', () => {
  expect(failing('account', filled)).toEqual([])
  for (const field of Object.keys(filled).filter(name => name !== 'gender' && name !== 'dateOfBirth')) {
    const without = failing('account', { ...filled, [field]: '  ' })
    expect(without.map(check => check.field)).toEqual([field])
    expect(without[0]?.sentence).toBe(sentences.starredRequired)
  }
})

test('an invalid telephone number or email address is marked at its field', () => {
  const marked = failing('account', {
    ...filled,
    'contact1.mobile': 'none',
    'contact2.email': 'kin@example',
    'pickUp.phone': '07700 900501 (mum)',
  })
  expect(marked.map(({ field, sentence }) => [field, sentence])).toEqual([
    ['contact1.mobile', sentences.phoneInvalid],
    ['pickUp.phone', sentences.phoneInvalid],
    ['contact2.email', sentences.emailRequired],
  ])
  expect(failing('account', { ...filled, 'contact1.mobile': '\u202a07700\u2013900501\u202c' })).toEqual([])
})

// Proves ONB-23.
test('the address lines are checked in onboarding only', () => {
  expect(failing('onboarding', filled).map(check => check.field)).toEqual(['addressLine1', 'addressLine2'])
  expect(
    failing('onboarding', { ...filled, addressLine1: '1 High Street', addressLine2: 'Clifton' }),
  ).toEqual([])
})

test('the pictures and the birthday are those of the form', () => {
  const values = childValuesOf(textOf({ ...filled, avatar: 'child.webp', 'pickUp.photo': 'joan.webp' }))
  expect(values.avatar).toBe('child.webp')
  expect(values.pickUpPerson.photo).toBe('joan.webp')
  expect(values.dateOfBirth).toBe('2022-08-01')
})

test('an unanswered question gets the most private answer', () => {
  const values = childValuesOf(textOf({}))
  expect(values).toMatchObject({
    gender: 'preferNotToSay',
    addressSource: 'guardian',
    photoPermission: false,
    photoMarketingPermission: false,
    avatar: '',
  })
})

// Proves CHILD-28.
test('gender, birthday, address and photo permission are starred, but not required', () => {
  const { gender, dateOfBirth, ...checked } = filled
  expect([gender, dateOfBirth]).toEqual(['female', '2022-08-01'])
  expect(failing('account', { ...checked, addressLine1: '', addressLine2: '', photoPermission: '' })).toEqual(
    [],
  )
})

// Proves CHILD-05.
test.each([
  ['male', 1],
  ['female', 2],
  ['preferNotToSay', 0],
])('the gender %s is sent as %i', (gender, sent) => {
  const wire = contract.children.add.input.encode(childValuesOf(textOf({ ...filled, gender })))
  expect(wire).toMatchObject({ gender: sent })
})

// Proves CHILD-10, CHILD-20, CHILD-21.
test.each([
  ['yes', 1],
  ['no', 0],
])('school and both photo permissions: %s is sent as %i', (answer, sent) => {
  const answers = { attendsSchool: answer, photoPermission: answer, photoMarketingPermission: answer }
  const wire = contract.children.add.input.encode(childValuesOf(textOf({ ...filled, ...answers })))
  expect(wire).toMatchObject({
    is_school: sent,
    photo_permission: sent,
    photo_marketing_permission: sent,
  })
})
