import { expect, test } from 'vitest'
import { aChild } from '#testing/child-form.ts'
import { contract } from './contract.ts'
import { orderStatus } from './orders.ts'

const { children, accounts, offerings, orders, payments, sessionBaskets, shop } = contract

// Proves CONST-13.
test.each([
  ['male', 1],
  ['female', 2],
  ['preferNotToSay', 0],
] as const)('the gender %s is %i on the wire', (gender, code) => {
  const wire = children.add.input.encode({ ...aChild, gender })
  expect(wire).toMatchObject({ gender: code })
  expect(children.add.input.decode(wire, '').gender).toBe(gender)
})

// Proves CONST-13.
test('a permission and a school answer are sent as 1 or 0', () => {
  expect(children.add.input.encode(aChild)).toMatchObject({
    is_school: 1,
    photo_permission: 1,
    photo_marketing_permission: 0,
  })
})

// Proves API-10.
test('the postcode is spelled psot_code, sent and received', () => {
  expect(accounts.editProfile.input.encode({ postcode: 'BS1 6QZ' })).toMatchObject({ psot_code: 'BS1 6QZ' })
  expect(accounts.profile.output.decode({ id: 1, psot_code: 'BS1 6QZ' }, '').postcode).toBe('BS1 6QZ')
})

// Proves CONST-14, CONST-15.
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
  const bought = { order_sn: '261123-0', order_status: '7', createtime: '2026-11-23 09:00:00', goods: [] }
  expect(shop.orderDetails.output.decode(bought, '').status).toBe('cancelled')
})

// Proves CONST-16.
test('a card page is asked for with type pc', () => {
  expect(payments.openCardPage.input.encode({ orderNumber: '261121-A', device: 'web' })).toEqual({
    order_sn: '261121-A',
    type: 'pc',
  })
})

// Proves API-11, API-12.
test('sessions are sent as a comma list and accepted as one id, a comma list or a list', () => {
  const { input } = orders.class.place
  const request = { offeringId: 2, sessionIds: [3, 5], discountCode: '' }
  const wire = input.encode({ ...request, attendees: { who: 'children', childIds: [7, 8] } })
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

const week = { start_date: '2026-11-30', end_date: '2026-12-06' }

test('an unset filter and unlimited credits are sent as an empty text', () => {
  const [startDate, endDate] = [week.start_date, week.end_date]
  const times = { start_time: '', end_time: '', date: '' }
  const places = { course_age_id: '', course_type_id: '', course_shop_id: '' }
  const { timetable, ownTimetable } = offerings.class
  for (const { input } of [timetable, ownTimetable]) {
    expect(input.encode({ startDate, endDate })).toEqual({ ...week, ...times, ...places })
  }
  const submit = sessionBaskets.class.submit.input.encode({ lineIds: [1, 2], discountCode: '' })
  expect(submit).toEqual({ cart_id: '1,2', combo_num: '', discount_code: '' })
})

test.each([
  ['start_date', undefined],
  ['start_date', '2026-02-30'],
  ['start_date', '0000-01-01'],
  ['start_date', '0001-01-01'],
  ['start_date', '1899-12-31'],
  ['start_date', '2200-01-01'],
  ['start_date', '9999-12-31'],
  ['start_date', 20261130],
  ['course_type_id', [1, 2]],
  ['course_shop_id', { id: 1 }],
  ['course_age_id', '9007199254740993'],
  ['course_age_id', true],
  ['start_time', '10:00:0\u0000'],
  ['end_time', '25:00:00'],
  ['date', '30/11/2026'],
])('a timetable’s %s is not %j', (field, value) => {
  const { input } = offerings.class.timetable
  expect(() => input.decode({ ...week, [field]: value }, '')).toThrow(
    `The value of ${field.replaceAll('_', ' ')} is not valid`,
  )
})

test.each([
  ['gender', 3],
  ['guardian', 'Somebody'],
  ['is_school', 'maybe'],
])('a child’s %s is not %j', (field, value) => {
  const { input } = children.add
  const form = { ...(input.encode(aChild) as object), [field]: value }
  expect(() => input.decode(form, '')).toThrow(`The value of ${field.replaceAll('_', ' ')} is not valid`)
})

test.each([[[]], ['text'], [7]])('no form is read from %j', body => {
  expect(() => offerings.class.timetable.input.decode(body, '')).toThrow('The request could not be read')
})
