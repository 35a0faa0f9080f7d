import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { contactKey, emailKey, nameKey, phoneKey } from '#domain/compare-text.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const names: [name: string, key: string][] = [
  ['Zo\u00eb', 'zoe'],
  ['Zoe\u0308', 'zoe'],
  ['ZOE', 'zoe'],
  ["O'Dowd", 'odowd'],
  ['O’Dowd', 'odowd'],
  ['O´Dowd', 'odowd'],
  ['Oʼdowd', 'odowd'],
  ['Anne-Marie', 'anne marie'],
  ['Anne‑Marie', 'anne marie'],
  ['Anne\u00a0 Marie', 'anne marie'],
  ['Ångström', 'angstrom'],
  ['Łukasz Ørsted', 'lukasz orsted'],
  ['Weiß', 'weiss'],
  ['Ægir', 'aegir'],
  ['\u0416\u0410\u041d\u041d\u0410', '\u0436\u0430\u043d\u043d\u0430'],
  ['\u039d\u03af\u03ba\u03bf\u03c2', '\u03bd\u03b9\u03ba\u03bf\u03c3'],
  ['\u039d\u038a\u039a\u039f\u03a3', '\u03bd\u03b9\u03ba\u03bf\u03c3'],
  ['İrem', 'irem'],
  ['\u5c71\u7530', '\u5c71\u7530'],
  ['!?', '!?'],
  ['\ud83d\ude00', '\ud83d\ude00'],
  ['', ''],
]

test.each(names)('the name %j is compared as %j, in the page and in the database', async (name, key) => {
  const { rows } = await sql<{ key: string }>`select name_key(${name}) as key`.execute(database.db)
  expect([nameKey(name), rows[0]?.key]).toEqual([key, key])
})

test.each([
  ['', '07700 900451', '07700900451'],
  ['', '+44 (0)7700 900451', '07700900451'],
  ['', '0044 7700 900451', '07700900451'],
  ['', '7700900451', '07700900451'],
  ['', '+33 1 23 45 67 89', '33123456789'],
  ['', 'none', 'none'],
  ['nia@example.test', '07700 900451', 'nia@example.test'],
  ['', '', ''],
])('the contact %j, %j is compared as %j', async (email, phone, key) => {
  const { rows } = await sql<{ key: string }>`select contact_key(${email}, ${phone}) as key`.execute(
    database.db,
  )
  expect([contactKey({ email, phone }), rows[0]?.key]).toEqual([key, key])
})

test.each([
  ['Nia@Example.test', '', 'nia@example.test', null],
  ['', '+44 (0)7700 900451', null, '07700900451'],
  ['nia@example.test', '07700 900451 (mum)', 'nia@example.test', '07700900451'],
  ['nia@example.test', 'none', 'nia@example.test', null],
  ['', '0', null, null],
])('the contact %j, %j is found by the address %j and by the number %j', async (email, phone, ...keys) => {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    select array[email_key(${email}), phone_key(${phone})] as keys`.execute(database.db)
  expect([emailKey(email), phoneKey(phone)]).toEqual(keys)
  expect(rows[0]?.keys).toEqual(keys)
})

test.each([
  'nia@example.test',
  "o'dowd_1+classes@ex-ample.co.uk",
  'NIA@EXAMPLE.TEST',
  `${'a'.repeat(64)}@example.test`,
  `nia@${'a'.repeat(63)}.test`,
  `nia@${`${'a'.repeat(60)}.`.repeat(4)}tests`,
  `${'a'.repeat(65)}@example.test`,
  `nia@${'a'.repeat(64)}.test`,
  `nia@${`${'a'.repeat(60)}.`.repeat(4)}testing`,
  '',
  'nia',
  'nia@example',
  'nia@example..test',
  'nia@-example.test',
  'nia@192.0.2.1',
  'nia.@example.test',
  'nia@example.test\n',
  'nia@example.test@example.test',
  'nia\u200b@example.test',
  'zoë@example.test',
])('%j is accepted or refused as an email address alike by page and database', async address => {
  const { rows } = await sql<{ is: boolean }>`select is_email_address(${address}) as is`.execute(database.db)
  expect(rows[0]?.is).toBe(isEmailAddress(address))
})
