import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import { orderStatus } from './orders.ts'

const { children, accounts, orders, payments, sessionBaskets } = contract

const contact = { firstName: '', lastName: '', mobile: '', email: '', relationship: '' }
const child = {
  firstName: 'Otto',
  lastName: 'Hart',
  gender: 'preferNotToSay',
  dateOfBirth: '2020-01-01',
  attendsSchool: true,
  schoolName: '',
  addressSource: 'guardian',
  addressLine1: '',
  addressLine2: '',
  medical: '',
  allergy: '',
  note: '',
  photoPermission: true,
  photoMarketingPermission: false,
  avatar: '',
  contacts: [contact, contact] as [typeof contact, typeof contact],
  pickUpPerson: { firstName: '', lastName: '', phone: '', relationship: '', photo: '' },
} as const

test.each([
  ['male', 1],
  ['female', 2],
  ['preferNotToSay', 0],
] as const)('the gender %s is %i on the wire', (gender, code) => {
  const wire = children.add.input.encode({ ...child, gender })
  expect(wire).toMatchObject({ gender: code })
  expect(children.add.input.decode(wire, '').gender).toBe(gender)
})

test('a permission is 1 or 0, and so is a school', () => {
  expect(children.add.input.encode(child)).toMatchObject({
    is_school: 1,
    photo_permission: 1,
    photo_marketing_permission: 0,
  })
})

test('the postcode is spelled psot_code, sent and received', () => {
  expect(accounts.editProfile.input.encode({ postcode: 'BS1 6QZ' })).toMatchObject({ psot_code: 'BS1 6QZ' })
  expect(accounts.profile.output.decode({ id: 1, psot_code: 'BS1 6QZ' }, '').postcode).toBe('BS1 6QZ')
})

test('an order’s status is 0, 1, -1 or 2, and any other is cancelled', () => {
  const codes = [0, 1, -1, 2, 3, -2, 99, 'refunded']
  expect(codes.map(code => orderStatus.decode(code, 'order_status'))).toEqual([
    'pending',
    'paid',
    'cancelled',
    'completed',
    'cancelled',
    'cancelled',
    'cancelled',
    'cancelled',
  ])
  for (const status of ['pending', 'paid', 'cancelled', 'completed'] as const) {
    expect(orderStatus.decode(orderStatus.encode(status), 'order_status')).toBe(status)
  }
})

test('a card page is asked for with type pc', () => {
  expect(payments.openCardPage.input.encode({ orderNumber: '261121-A', device: 'web' })).toEqual({
    order_sn: '261121-A',
    type: 'pc',
  })
})

test('sessions are sent as a comma list, and taken as one id, as a comma list and as a list', () => {
  const { input } = orders.class.place
  const wish = { offeringId: 2, sessionIds: [3, 5], discountCode: '' }
  const wire = input.encode({ ...wish, attendees: { who: 'children', childIds: [7, 8] } })
  expect(wire).toMatchObject({ course_product_id: '3,5', child_id: '7,8' })
  for (const [ids, ours] of [
    [3, [3]],
    ['3', [3]],
    ['3,5', [3, 5]],
    [
      [3, 5],
      [3, 5],
    ],
  ]) {
    const body = { ...(wire as object), course_product_id: ids, child_id: ids }
    expect(input.decode(body, '')).toMatchObject({ sessionIds: ours, attendees: { childIds: ours } })
  }
  const line = sessionBaskets.class.add.input.decode({ course_product_id: '3,5', child_ids: '7,8' }, '')
  expect(line).toMatchObject({ sessionIds: [3, 5], attendees: { childIds: [7, 8] } })
})
