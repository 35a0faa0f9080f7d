import { expect, test } from 'vitest'
import { isEmailAddress, telOf } from './email-address.ts'

test.each([
  ['07700 900123', '07700900123'],
  ['+44 (0)7700 900123', '+447700900123'],
  ['0044 (0) 7700-900123', '00447700900123'],
  ['+44 7700 900100', '+447700900100'],
  ['(0113) 496.0000', '01134960000'],
  ['07700 900123 / 0113 496 0000', '07700900123'],
  ['0113/4960000', '01134960000'],
])('the telephone number %s is dialled as %s', (written, rung) => {
  expect(telOf(written)).toBe(rung)
})

test.each([
  'nia@example.test',
  'Nia.Okafor+classes@mail.example.co.uk',
  "o'dowd_1@ex-ample.test",
  'a@1and1.example.test',
  'nia@example.xn--p1ai',
  `${'a'.repeat(64)}@example.test`,
])('%s is an email address', address => {
  expect(isEmailAddress(address)).toBe(true)
})

test.each([
  '',
  'nia',
  '@example.test',
  'nia@',
  'nia@example',
  'nia@example.',
  'nia@.example.test',
  'nia@example..test',
  'nia@example.test.',
  'nia@-example.test',
  'nia@example-.test',
  'nia@exam_ple.test',
  'nia@192.0.2.1',
  'nia@example.test@example.test',
  '.nia@example.test',
  'nia.@example.test',
  'nia..o@example.test',
  'nia o@example.test',
  'zoë@example.test',
  'nia@exämple.test',
  'nia\u200b@example.test',
  'nia@example.test\n',
  'Nia <nia@example.test>',
  'nia@example.test, zoe@example.test',
  `${'a'.repeat(65)}@example.test`,
  `nia@${'a'.repeat(64)}.test`,
  `nia@${'example.'.repeat(32)}test`,
])('%s is not an email address', address => {
  expect(isEmailAddress(address)).toBe(false)
})
