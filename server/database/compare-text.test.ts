import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { contactKey, nameKey } from '#domain/compare-text.ts'
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
