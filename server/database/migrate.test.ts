import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { SettingError } from '#server/config.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeEmpty, openTestDatabase } from '#testing/open-test-database.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { type Layout, migrate, readLayout } from './migrate.ts'

const database = await openTestDatabase(1)
afterAll(() => database.close())
beforeEach(() => makeEmpty(database))

const ours = readLayout()
// These need tables and columns of later migrations.
const ofLater = [
  'account-holds',
  'booking-cancellations-add-up',
  'bookings-within-account',
  'desk-receipts-within-payment',
  'held-marks',
  'ledger-is-append-only',
  'lines-keep-vat-code',
  'possible-duplicates',
  'register-marks-placed',
  'staff-actions-chained',
  'standing-mail-causes',
  'takings',
  'used-site-pictures',
  'uses-of-code',
  'vat-movements',
  'vat-periods-stay',
]
const functionsOfBefore = ours.functions.filter(({ name }) => !ofLater.includes(name))
const newest = Number(ours.migrations.at(-1)?.name.slice(0, 4))
const numberAfter = (count: number) => String(newest + count).padStart(4, '0')
const [own, next, nextButOne] = [numberAfter(0), numberAfter(1), numberAfter(2)]

/** Returns the layout of a later server: one more migration, and another text of a function. */
const later = (number: string, serves: string, from: Layout = ours): Layout => ({
  migrations: [
    ...from.migrations,
    { name: `${number}-later`, text: `-- serves: ${serves}\ncreate table later_${number} (id integer);` },
  ],
  functions: from.functions.map(file =>
    file.name === 'facts-changed'
      ? { ...file, text: ours.functions.find(has('facts-changed'))?.text.replace('meanwhile', number) ?? '' }
      : file,
  ),
})
const has = (name: string) => (file: { name: string }) => file.name === name

const readVersions = () =>
  sql<{ version: string }>`select version from schema_migrations order by version`
    .execute(database.db)
    .then(({ rows }) => rows.map(({ version }) => version))

/** Reads the result of the function that `later` changes. */
const readWord = () =>
  sql<{ text: string }>`select prosrc as text from pg_proc where proname = 'facts_changed'`
    .execute(database.db)
    .then(({ rows }) => /'% changed (\w+)'/.exec(rows[0]?.text ?? '')?.[1])

test('each migration has its own number, and none serves an older server than the one before', () => {
  const numbers = ours.migrations.map(({ name }) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)].toSorted())
  const serves = ours.migrations.map(({ text }) =>
    text.slice(0, text.indexOf('\n')).replace('-- serves: ', ''),
  )
  expect(serves).toEqual(serves.toSorted())
  for (const [index, oldest] of serves.entries()) expect(oldest <= (numbers[index] ?? '')).toBe(true)
})

test('a server refuses a database on which it could not sell or send codes', async () => {
  await migrate(database)
  for (const older of [38, 41]) {
    const migrations = ours.migrations.slice(0, older)
    await expect(migrate(database, { migrations, functions: [] })).rejects.toThrow('start a newer server')
  }
})

test('an account with more children than the new limit keeps them', async () => {
  await migrate(database, { migrations: ours.migrations.slice(0, 10), functions: [] })
  const hasChildren = async (children: number) => {
    const { rows } = await sql<{
      id: number
    }>`insert into accounts (email, password_hash, terms_accepted_at, created_at)
      values (${`${children}@example.test`}, '', now(), now()) returning id`.execute(database.db)
    await sql`insert into children (account_id, first_name, last_name, date_of_birth, created_at, medical_sealed, allergy_sealed)
      select ${rows[0]?.id ?? 0}, 'Leo', 'Shah', '2022-05-01', now(), repeat('x', 30)::bytea, repeat('x', 30)::bytea from generate_series(1, ${children}::integer)`.execute(
      database.db,
    )
  }
  for (const children of [2, 9]) await hasChildren(children)
  await migrate(database)
  const accounts = await rowsOf(database.db, 'accounts', {})
  expect(accounts.map(account => account.children_at_most)).toEqual([8, 9])
})

test('the migration normalises names, and merges nobody', async () => {
  const before = ours.migrations.filter(({ name }) => name < '0049')
  await migrate(database, { migrations: before, functions: functionsOfBefore })
  const { db } = database
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into accounts (email, password_hash, first_name, last_name, mobile, postcode, created_at) values
    ('nia@example.test', '', U&'Zoe\\0308', U&'\\200BReid', U&'07700\\2013900451', 'bs14ac', now()),
    (U&'nia@example.test\\200B', '', 'Nia', 'Reid', '', 'W1A 0AX', now()),
    (U&'\\FEFFmia@example.test', '', U&'\\200B', 'Reid', 'none', 'Paris', now())`)
  const clock = { now: () => new Date() }
  const offering = await makeOffering({ db, clock }, { kind: 'parentSession' })
  const session = await makeSession({ db, clock }, offering, { offersTrial: true })
  await run(`insert into orders (order_number, kind, guest_name, guest_email, guest_phone, status, list_pence, total_pence, is_trial,
      placed_at, hold_expires_at)
    select rpad('guest-' || n, 20, '0'), 'parentSession', name, '', phone, 'pending', 0, 0, n > 2, now(), now()
    from (values (1, U&'Roy O\\2019Dowd', '07700 900451'), (2, 'ROY ODOWD', '+44 7700 900451'), (3, 'Ann', '07700 900452'),
      (4, 'Ben', '07700900452')) as g (n, name, phone)`)
  await run(`insert into bookings (order_id, session_id, offering_type_id, attendee_name, attendee_phone, is_trial, list_pence,
      payable_pence, status, created_at)
    select id, ${session.id}, ${session.typeId}, guest_name, guest_phone, is_trial, 0, 0, 'held', now() from orders order by id`)
  await migrate(database)
  const accounts = await rowsOf(db, 'accounts')
  expect(accounts.map(one => [one.email, one.first_name, one.last_name, one.mobile, one.postcode])).toEqual([
    ['nia@example.test', 'Zo\u00eb', 'Reid', '07700-900451', 'BS1 4AC'],
    ['nia@example.test\u200b', 'Nia', 'Reid', '', 'W1A 0AX'],
    ['mia@example.test', '\u200b', 'Reid', 'none', 'Paris'],
  ])
  const bookings = await rowsOf(db, 'bookings')
  expect(bookings.map(({ id, duplicate_id }) => duplicate_id === id)).toEqual([false, true, false, true])
  const listed = await sql`select kind, id, other_id from possible_duplicates order by kind`.execute(db)
  const [first, second, third, fourth] = bookings
  expect(listed.rows).toEqual([
    { kind: 'account', id: accounts[1]?.id, other_id: accounts[0]?.id },
    { kind: 'place', id: second?.id, other_id: first?.id },
    { kind: 'trial', id: fourth?.id, other_id: third?.id },
  ])
  const { id: _id, ...another } = { ...first, attendee_phone: '07700900451', attendee_name: 'roy o dowd' }
  await expect(
    db
      .insertInto('bookings')
      .values({ ...another, attendee_name: 'roy odowd' } as never)
      .execute(),
  ).rejects.toThrow('bookings_attendee_phone_once')
})

test('people recognised by either contact keep their duplicates, but get no third place or trial', async () => {
  await migrate(database, {
    migrations: ours.migrations.filter(({ name }) => name < '0061'),
    functions: functionsOfBefore,
  })
  const { db } = database
  const clock = { now: () => new Date() }
  const offering = await makeOffering({ db, clock }, { kind: 'parentSession' })
  const session = await makeSession({ db, clock }, offering, { offersTrial: true })
  const other = await makeSession({ db, clock }, offering, { offersTrial: true })
  const book = async (sessionId: number, isTrial: boolean, name: string, email: string, phone: string) => {
    const booked = { attendeeName: name, attendeeEmail: email, isTrial, status: 'held' } as const
    const { bookingId } = await makeBooking({ db, clock }, sessionId, booked)
    await changeRows(db, 'bookings', { id: bookingId }, { attendee_phone: phone })
  }
  await book(session.id, false, 'Ann', 'ann@example.test', '07700 900481')
  await book(session.id, false, 'ANN', '', '+44 7700 900481')
  await book(session.id, true, 'Ben', 'ben@example.test', '07700 900482')
  await book(other.id, true, 'Ben', 'b@example.test', '07700900482')
  await book(other.id, false, 'Cat', 'cat@example.test', '0')
  await book(other.id, false, 'Cat', 'c@example.test', '0')
  await migrate(database)
  const bookings = await rowsOf(db, 'bookings')
  expect(bookings.map(({ id, duplicate_id }) => duplicate_id === id)).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
  ])
  const again = { attendee_name: 'ann', attendee_email: '', attendee_phone: '07700-900481', duplicate_id: 0 }
  const isRefused = (change: object) =>
    expect(changeRows(db, 'bookings', { id: bookings[4]?.id ?? 0 }, { session_id: session.id, ...change }))
      .rejects
  await isRefused(again).toThrow('bookings_attendee_phone_once')
  await isRefused({ ...again, attendee_email: 'ANN@example.test', attendee_phone: '' }).toThrow(
    'bookings_attendee_once',
  )
  await isRefused({ attendee_phone: '07700-900482', is_trial: true }).toThrow(
    'bookings_guest_trial_phone_once',
  )
  await isRefused({ attendee_email: 'Ben@example.test', is_trial: true }).toThrow('bookings_guest_trial_once')
})

test('classes lose the text that copying their term wrote, and keep the business’s own', async () => {
  await migrate(database, { migrations: ours.migrations.slice(0, 45), functions: functionsOfBefore })
  const { db } = database
  const days = { start_date: '2027-01-04', end_date: '2027-03-28' }
  const named = await writeRow(db, 'terms', { name: 'Copy of autumn', ...days })
  const renamed = await writeRow(db, 'terms', { name: 'Spring 2027', ...days })
  const action = (name: string, subjectKind: string, subjectId: number, facts = '{}') =>
    sql`insert into staff_actions (at, action, subject_kind, subject_id, facts, prev_hash, hash)
      values (now(), ${name}, ${subjectKind}, ${subjectId}, ${facts}::jsonb, '', ${Buffer.from(`${name} ${subjectId}`)})`.execute(
      db,
    )
  await action('term.copy', 'term', renamed)
  const classWith = async (termDates: string, termId: number | null = null) => {
    const { id } = await makeOffering({ db, clock: { now: () => new Date() } }, { termDates })
    await changeRows(db, 'offerings', { id }, { term_id: termId })
    return id
  }
  const ids = [
    await classWith('Copy of autumn', named),
    await classWith('Copy of winter', renamed),
    await classWith('From 4 January', named),
    await classWith('From 4 January', renamed),
    await classWith('From 4 January'),
  ]
  await action('class.save', 'class', ids[3] as number, `{"termId": ${renamed}}`)
  await migrate(database)
  const classes = await rowsOf(db, 'offerings')
  const written = 'From 4 January'
  expect(classes.map(({ term_dates }) => term_dates)).toEqual(['', '', written, written, written])
})

test('a new database gets the whole schema, and the next start writes nothing', async () => {
  await migrate(database)
  const readRows = () =>
    sql`select version as name, xmin::text from schema_migrations
      union all select name, xmin::text from schema_functions order by name`.execute(database.db)
  const { rows } = await readRows()
  expect(rows).toHaveLength(ours.migrations.length + ours.functions.length)
  await migrate(database)
  expect((await readRows()).rows).toEqual(rows)
})

test('a function is replaced when its text has changed', async () => {
  await migrate(database)
  expect(await readWord()).toBe('meanwhile')
  await migrate(database, { ...ours, functions: later(next, own).functions })
  expect(await readWord()).toBe(next)
  await migrate(database)
  expect(await readWord()).toBe('meanwhile')
})

test('a function that a migration drops is created again', async () => {
  await migrate(database)
  const text = `-- serves: ${own}\ndrop view used_pictures; alter table accounts alter column avatar_path type varchar;`
  await migrate(database, { ...ours, migrations: [...ours.migrations, { name: `${next}-wider`, text }] })
  expect(await rowsOf(database.db, 'used_pictures')).toEqual([])
})

test('a failure leaves nothing behind', async () => {
  await migrate(database)
  const { migrations, functions } = later(next, own)
  const broken = [...functions, { name: 'zebra', text: 'create nonsense' }]
  await expect(migrate(database, { migrations, functions: broken })).rejects.toThrow('syntax error')
  expect(await readVersions()).toEqual(ours.migrations.map(({ name }) => name))
  expect(await readWord()).toBe('meanwhile')
  await migrate(database, { migrations, functions })
  expect(await readWord()).toBe(next)
})

test('an older server starts on a newer database that serves it, and keeps the newer functions', async () => {
  const newer = later(next, own)
  await migrate(database, newer)
  await migrate(database)
  expect(await readWord()).toBe(next)
  expect(await readVersions()).toEqual(newer.migrations.map(({ name }) => name))
})

test('a server that is too old for the database stops with a sentence', async () => {
  const second = later(next, next)
  // The third still serves the second; servers that the second stopped serving stay refused.
  const third = later(nextButOne, next, second)
  await migrate(database, third)
  await expect(migrate(database)).rejects.toThrow(
    new SettingError(
      `the database is of version ${nextButOne} and serves servers from ${next} on; this one is ${own}: start a newer server`,
    ),
  )
  expect(await readWord()).toBe(nextButOne)
  await migrate(database, second)
  expect(await readWord()).toBe(nextButOne)
})

test('a database older than the first version stops the start with a sentence', async () => {
  await database.runScript(`create table schema_migrations (version text primary key, applied_at timestamptz);
    insert into schema_migrations (version) values ('0001-tables'), ('0016-offers-and-guest-holds')`)
  const what = database.flavour === 'embedded' ? 'DATA_DIR holds the data' : 'DATABASE_URL names a database'
  const error = await migrate(database).catch(error => error)
  expect(error).toBeInstanceOf(SettingError)
  expect(error.message).toContain(`${what} of an older version that cannot be brought up to date; `)
  expect(await readVersions()).toEqual(['0001-tables', '0016-offers-and-guest-holds'])
})
