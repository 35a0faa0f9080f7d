import { expect, test } from 'vitest'
import { officeSentences } from './sentences.ts'
import { staffPasswordProblem } from './staff-password.ts'

const names = ['Conker & Kite', 'Ann Perry', 'ann.perry@example.test']

test.each([
  '123456789012',
  '210987654321',
  'aaaaaaaaaaaa',
  'abababababab',
  'abcabcabcabc',
  'abcdefghijkl',
  '112233445566',
  'qwertyuiop12',
  'qazwsxedcrfv',
  '147258369147',
  'passwordpassword',
  'Password1234!',
  'P@ssw0rd1234',
  'Summer2026!!',
  'iloveyou2026',
  'Conker & Kite12345',
  'ConkerKite12345',
  'conkerandkite12345',
  'C0nkerKite12345',
  'conkerconker1',
  'annperry12345',
  'Perry2026!!!',
  'ann.perry@example.test',
])('%s is too easy to guess', password => {
  expect(staffPasswordProblem(password, names)).toBe(officeSentences.staffPasswordCommon)
})

test.each(['a long enough one', 'mary had a lamb', 'aB3$kLm9!xQz', 'kettle-otter-77', '83027461950283'])(
  '%s is accepted',
  password => {
    expect(staffPasswordProblem(password, names)).toBeUndefined()
  },
)

test('a password has 12 to 128 characters', () => {
  expect(staffPasswordProblem('short one 1')).toBe(officeSentences.staffPasswordLength)
  expect(staffPasswordProblem('kettle otter '.repeat(10))).toBe(officeSentences.staffPasswordLength)
})
