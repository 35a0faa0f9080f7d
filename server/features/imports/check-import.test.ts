import { describe, expect, test } from 'vitest'
import { importHeadings } from '#domain/office/import-headings.ts'
import { children, createImportClient, file, parents, things } from '#testing/import-client.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const { office, upload, check, take, inAll, madeSince } = await createImportClient(app)

const wide = (columns: number) =>
  `${parents},${Array.from({ length: columns - 4 }, (_, at) => `h${at}`).join()}`

describe('a file', () => {
  test('of each kind has a template that can be imported unchanged', async () => {
    for (const kind of ['families', 'credits'] as const) {
      const { fileName, text } = await office.imports.template({ kind })
      expect(fileName).toBe(`${kind}.csv`)
      expect(text.split('\r\n')[0]?.replace('\ufeff', '').split(',')).toEqual(
        importHeadings[kind].map(({ name }) => name),
      )
    }
    const { text } = await office.imports.template({ kind: 'families' })
    expect((await check(text)).sentences).toEqual([])
  })

  test.each([
    ['UTF-8', Buffer.from(file(parents, 'zoe@example.test,Zoë,Müller,'))],
    ['Windows-1252', Buffer.from(file(parents, 'zoe@example.test,Zoë,Müller,'), 'latin1')],
    ['UTF-16LE', Buffer.from(`\ufeff${file(parents, 'zoe@example.test,Zoë,Müller,')}`, 'utf16le')],
  ])('is read in %s', async (encoding, bytes) => {
    const { run } = await check(bytes)
    expect(run).toMatchObject({ encoding, rows: 1, good: 1, bad: 0 })
    expect(run.columns.map(({ readAs, samples }) => [readAs, ...samples])).toEqual([
      ['email', 'zoe@example.test'],
      ['first_name', 'Zoë'],
      ['last_name', 'Müller'],
      ['mobile', ''],
    ])
  })

  test('may have semicolons or tabs between its cells, and blank cells and lines', async () => {
    for (const sign of [';', '\t']) {
      const lines = file(parents, '', ' semi@example.test , "Anna, really" ,Bell,').replaceAll(
        ',Bell',
        `${sign}Bell`,
      )
      const text = lines
        .replace(parents, parents.replaceAll(',', sign))
        .replace(' , "', ` ${sign} "`)
        .replace('Bell,', `Bell${sign}`)
      expect((await check(text)).run).toMatchObject({ rows: 1, good: 1 })
    }
  })

  test.each([
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
      'This is not a CSV file. In your spreadsheet choose Save as, then CSV UTF-8',
    ],
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000xl/workbook.xml'),
      'This is not a CSV file. In your spreadsheet choose Save as, then CSV UTF-8',
    ],
    [
      'one column of words',
      'Hello\r\nworld\r\n',
      'This is not a CSV file. In your spreadsheet choose Save as, then CSV UTF-8',
    ],
    [
      'families without headings',
      file('anna@example.test,Anna,Bell,', 'ben@example.test,Ben,Bell,'),
      'This file has no heading line',
    ],
    ['headings alone', file(parents), 'This file has no lines under its headings'],
    [
      'an open quotation mark',
      file(parents, 'a@example.test,Anna,Bell,', 'b@example.test,"Ben,Bell,', 'c@example.test,Cleo,Bell,'),
      'Line 3: a quotation mark is opened and not closed',
    ],
    [
      'too many lines',
      `${parents}\n${'a@example.test,A,B,\n'.repeat(20_001)}`,
      'A file can have 20,000 lines at most. Please split it into two',
    ],
    ['too many bytes', `${parents}\n${'x'.repeat(10 * 1024 * 1024)}`, 'A file can have 10 MB at most'],
    ['251 headings', file(wide(251), 'anna@example.test,Anna,Bell'), 'A file can have 250 columns at most'],
    ['a million headings', file(wide(1_000_000), 'a,b'), 'A file can have 250 columns at most'],
    [
      'a line of a million empty cells',
      file(parents, `anna@example.test,Anna,Bell,${','.repeat(1_000_000)}`),
      'A file can have 250 columns at most',
    ],
    [
      'a line that goes on and on',
      file(parents, 'anna@example.test,Anna,Bell,', `ben@example.test,"Ben,${'Bell,\n'.repeat(30_000)}"`),
      'Line 3 is longer than 100,000 characters. Perhaps a quotation mark is not closed',
    ],
    ['nothing', '', 'This is not a CSV file. In your spreadsheet choose Save as, then CSV UTF-8'],
  ])('of %s is refused', async (_, content, sentence) => {
    expect(await upload(content)).toBe(sentence)
  })
})

test('a file of 250 columns is read; a wider line is invalid; trailing empty cells are ignored', async () => {
  const { sentences, run } = await check(
    file(
      wide(250),
      'wide-1@example.test,Anna,Bell',
      `wide-2@example.test,Anna,Bell${','.repeat(16_000)}x`,
      `wide-3@example.test,Anna,Bell${','.repeat(16_000)}`,
    ),
  )
  expect(sentences).toEqual(['Line 3: has 16003 columns, the heading has 250'])
  expect(run).toMatchObject({ rows: 3, good: 2, bad: 1 })
})

test('the list of imports shows no file content; one import shows three samples per column', async () => {
  const { run } = await check(
    file(wide(250), ...Array.from({ length: 5 }, (_, at) => `x${at}@example.test,${'N'.repeat(90)},Bell`)),
  )
  const { items } = await office.imports.list({})
  expect(items.find(({ id }) => id === run.id)).toEqual({
    ...{ id: run.id, kind: 'families', fileName: 'old.csv', state: 'checked', rows: 5 },
    ...{ by: run.by, createdAt: run.createdAt },
  })
  expect(run.columns).toHaveLength(250)
  expect(run.columns[0]?.samples).toEqual(['x0@example.test', 'x1@example.test', 'x2@example.test'])
  expect(run.columns[1]?.samples).toEqual(Array(3).fill('N'.repeat(60)))
})

test('every kind of bad line is reported by its number, and blocks only itself', async () => {
  const { sentences, run } = await check(
    file(
      children,
      'good@example.test,Anna,Bell,,Mia,Bell,17/05/2020,,',
      'anna@,Anna,Bell,,,,,,',
      ',Anna,Bell,,,,,,',
      'x1@example.test,,Bell,,,,,,',
      'x2@example.test,Anna,Bell,ring me,,,,,',
      'x3@example.test,Anna,Bell,,Mia,Bell,31/02/2019,,',
      'x4@example.test,Anna,Bell,,Mia,,17/05/2020,,',
      'x5@example.test,Anna,Bell,,Mia,Bell,17/05/2040,,',
      'good@example.test,,,,MIA,bell,2020-05-17,,',
      'x6@example.test,=HYPERLINK("http://x"),Bell,,,,,,',
      'x7@example.test,Anna,Bell,,,,,,,,extra',
      'x8@example.test,Anna',
      'good@example.test,Bob,,,Ben,Bell,17/05/2021,,',
      'x2@example.test,,,,Ben,Bell,17/05/2021,,',
      `x9@example.test,${'x'.repeat(101)},Bell,,,,,,`,
      'good@example.test,,,,Ben,Bell,17/05/2021,,',
    ),
  )
  expect(sentences).toEqual([
    "Line 3: 'anna@' is not an email address",
    'Line 4: email is missing',
    'Line 5: first name is missing',
    "Line 6: 'ring me' is not a telephone number",
    'Line 7: 31/02/2019 is not a date. Use day/month/year',
    'Line 8: child last name is missing',
    'Line 9: 17/05/2040 is not a date of birth',
    'Line 10: the same family as line 2',
    `Line 11: '=HYPERLINK("http://x")' is a formula. Write the text itself`,
    'Line 12: has 11 columns, the heading has 9',
    'Line 13: last name is missing',
    'Line 15: its family in line 6 has a problem',
    'Line 16: first name is longer than 100 characters',
    'Line 17: the same family as line 14',
  ])
  expect(run.warnings.map(({ sentence }) => sentence)).toEqual([
    "Line 14: 'Bob' differs from line 2, which has the same email address and counts",
  ])
  expect(run).toMatchObject({ rows: 16, good: 2, bad: 14 })
  expect(await rowsOf(app.db, 'accounts', { email: 'good@example.test' })).toEqual([])
  const { text } = await office.imports.badRows({ id: run.id })
  const bad = text.split('\r\n')
  expect(bad).toHaveLength(1 + 14 + 1)
  expect(bad[0]).toBe(`\ufeff${children},problem`)
  expect(text).toContain(`"'=HYPERLINK`)
})

test('medical notes are never shown as samples, whatever their heading or column', async () => {
  const headings = 'Email,First name,Surname,child_first_name,child_last_name,DOB,Allergies,Health'
  const uploaded = await upload(
    file(headings, 'notes@example.test,A,B,C,B,17/05/2020,canary nuts,canary pump'),
  )
  const { id } = uploaded as { id: number }
  await office.imports.begin({ id, kind: 'families', fileName: 'old.csv' })
  const shown = async () => JSON.stringify(await office.imports.get({ id }))
  expect(await shown()).not.toContain('canary nuts')
  await office.imports.begin({ id, kind: 'credits', fileName: 'old.csv' })
  expect(await shown()).not.toContain('canary nuts')
  await office.imports.begin({ id, kind: 'families', fileName: 'old.csv' })
  const { columns } = await office.imports.get({ id })
  const readAs = (...notes: string[]) => [...columns.slice(0, -2).map(column => column.readAs), ...notes]
  await office.imports.check({ id, columns: readAs('allergy', 'medical'), policy: 'createOnly' })
  expect(await shown()).not.toContain('canary')
  await office.imports.check({ id, columns: readAs('', 'medical'), policy: 'createOnly' })
  expect(await shown()).not.toContain('canary')
  expect(await shown()).toContain('notes@example.test')
})

test('only the quoted part of a much too long cell is stored unencrypted', async () => {
  const { id } = await check(file(parents, `long@example.test,Anna,Bell,${'07700 '.repeat(900)}`))
  const [row] = await rowsOf(app.db, 'import_rows', { import_id: id })
  expect(JSON.stringify(row?.problems).length).toBeLessThan(200)
})

test('characters that the database cannot store are reported with their lines', async () => {
  const long = `${'x'.repeat(39)}😀${'x'.repeat(70)}`
  const { sentences, run } = await check(
    file(
      `${parents},${'x'.repeat(60)}${long}`,
      ...Array.from({ length: 300 }, (_, at) => `signs-${at}@example.test,Anna,Bell,,`),
      `cut@example.test,Anna,Bell,${long},`,
      `same@example.test,Anna,Bell,,`,
      `same@example.test,${long},Bell,,`,
      'nul\0@example.test,Anna,Bell,,',
      'nul@example.test,An\0na,Bell,,',
    ),
  )
  expect(run.columns.at(-1)?.heading).toBe(`${'x'.repeat(99)}\ufffd`)
  const unreadable = 'has characters that cannot be read. Save the file as CSV UTF-8'
  expect(sentences).toEqual([
    `Line 302: '${'x'.repeat(39)}…' is not a telephone number`,
    'Line 304: the same family as line 303',
    `Line 305: email ${unreadable}`,
    `Line 306: first name ${unreadable}`,
  ])
})

describe('whole names in one column', () => {
  const wholes = 'Parent email,Parent name,Child’s name,DOB'

  test('are split, and the check shows how, uncertain ones first', async () => {
    const { id, run, sentences } = await take(
      file(
        wholes,
        'whole-1@example.test,Anna Bell,Mia Bell,17/05/2020',
        'whole-1@example.test,Anna Bell,Ben Bell,17/05/2021',
        'whole-1@example.test,,Cleo van der Bell,17/05/2022',
        'whole-2@example.test,"O’Neill, Sinéad Maria",Zoë O’Neill-Hart,17/05/2020',
      ),
    )
    expect(sentences).toEqual([])
    expect(run).toMatchObject({ state: 'done', finished: 4, bad: 0 })
    expect(run.columns.map(({ readAs }) => readAs)).toEqual([
      ...['email', 'whole_name', 'child_whole_name', 'child_birthday'],
    ])
    const families = await Promise.all(
      [1, 2].map(async number => {
        const account = await rowOf(app.db, 'accounts', { email: `whole-${number}@example.test` })
        const own = await rowsOf(app.db, 'children', { account_id: account.id })
        return [account, ...own].map(({ first_name, last_name }) => `${first_name} / ${last_name}`)
      }),
    )
    expect(families).toEqual([
      ['Anna / Bell', 'Mia / Bell', 'Ben / Bell', 'Cleo / van der Bell'],
      ['Sinéad Maria / O’Neill', 'Zoë / O’Neill-Hart'],
    ])
    const { items, ...counts } = await office.imports.names({ id, after: 0 })
    expect(counts).toEqual({ total: 6, decided: 2 })
    expect(items.map(({ line, whole, firstName, lastName }) => [line, whole, firstName, lastName])).toEqual([
      [4, 'Cleo van der Bell', 'Cleo', 'van der Bell'],
      [5, 'O’Neill, Sinéad Maria', 'Sinéad Maria', 'O’Neill'],
      [2, 'Anna Bell', 'Anna', 'Bell'],
      [2, 'Mia Bell', 'Mia', 'Bell'],
      [3, 'Ben Bell', 'Ben', 'Bell'],
      [5, 'Zoë O’Neill-Hart', 'Zoë', 'O’Neill-Hart'],
    ])
    expect((await office.imports.names({ id, after: 5 })).items.map(({ whole }) => whole)).toEqual([
      'Zoë O’Neill-Hart',
    ])
    expect(await refusal(office.imports.names({ id: 999_999, after: 0 }))).toBe('This import was not found')
  })

  test('without a surname are bad lines, which keep their heading and can be corrected', async () => {
    const { id, sentences } = await check(
      file(
        wholes,
        'whole-3@example.test,Madonna,Mia Bell,17/05/2020',
        'whole-3@example.test,Madonna,Ben Bell,17/05/2021',
        'whole-4@example.test,Anna Bell,Mia,17/05/2020',
        'whole-5@example.test,,,',
        'whole-6@example.test,=Anna(),,',
        'whole-7@example.test,Anna Bell,,17/05/2020',
        'whole-8@example.test,Anna Bell,Mia Bell,17/05/2020',
        'whole-8@example.test,Tom Bell,Ben Bell,17/05/2020',
        `whole-9@example.test,Anna ${'x'.repeat(100)},,`,
      ),
    )
    expect(sentences).toEqual([
      "Line 2: 'Madonna' has no surname. Write both names, such as Anna Bell",
      'Line 3: its family in line 2 has a problem',
      "Line 4: 'Mia' has no surname. Write both names, such as Anna Bell",
      'Line 5: whole name is missing',
      "Line 6: '=Anna()' is a formula. Write the text itself",
      'Line 7: child whole name is missing',
      'Line 10: whole name is longer than 100 characters',
    ])
    const { text } = await office.imports.badRows({ id })
    expect(text).toContain(`${wholes},problem`)
    const mended = text.replaceAll('Madonna', 'Madonna Bell').replace(',Mia,', ',Mia Bell,')
    const { run } = await check(mended)
    expect(run.columns.at(-1)).toMatchObject({ heading: 'problem', readAs: '' })
    expect(run).toMatchObject({ good: 3, bad: 4 })
  })

  test('fill both names, and are refused beside a first or last name column', async () => {
    const uploaded = await upload(file('E-mail,Mum,Surname', 'whole@example.test,Anna Bell,Bell'))
    if (typeof uploaded === 'string') throw new Error(uploaded)
    const ask = (...columns: string[]) =>
      refusal(office.imports.check({ id: uploaded.id, columns, policy: 'createOnly' }))
    expect(await ask('email', '', '')).toBe(
      'Please say which column is first name, last name. Where one has both names, choose whole name',
    )
    expect(await ask('email', '', 'last_name')).toBe('Please say which column is first name')
    expect(await ask('email', 'whole_name', 'last_name')).toBe(
      'Two columns are read as the same field. A whole name includes both names',
    )
    const names = (await office.imports.headings({ kind: 'families' })).map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual(['email', 'whole_name', 'first_name', 'last_name'])
    expect(names).toContain('child_whole_name')
  })
})

test('a check counts new and existing families and children, and those joining a family', async () => {
  const email = 'there@example.test'
  const known = await makeAccount(app, { email })
  await makeChild(app, known, { firstName: 'Mia', lastName: 'There', dateOfBirth: '2020-05-17' })
  const lines = [
    `${email},Una,There,,Mia,There,17/05/2020,,`,
    `${email},,,,Leo,There,18/05/2021,,`,
    'new@example.test,Eve,New,,Ada,New,17/05/2019,,',
    'new@example.test,,,,Ben,New,17/05/2020,,',
    'new@example.test,,,,Bad,New,31/02/2020,,',
    'alone@example.test,Kit,Alone,,,,,,',
  ]
  const before = await inAll()
  const { run } = await take(file(children, ...lines))
  expect(run).toMatchObject({ good: 5, bad: 1, finished: 5, kept: 1 })
  expect(run.promised).toEqual({
    makes: things({ families: 2, children: 3 }),
    joins: things({ families: 1, children: 1 }),
    there: things({ families: 1, children: 1 }),
  })
  expect(await madeSince(before)).toEqual(run.promised?.makes)
})

test('a phone number or dash in an invalid line is unchanged in the file of bad lines', async () => {
  const { id } = await check(file(`${parents},Address 2`, 'mend@,Anna,Bell,+44 7700 900001,-'))
  const { text } = await office.imports.badRows({ id })
  const { sentences, run } = await check(text.replace('mend@', 'mend@example.test'))
  expect(sentences).toEqual([])
  // A number that a guest may leave is also valid in a file.
  expect((await check(file(parents, 'dots@example.test,Anna,Bell,0117.496.0000'))).sentences).toEqual([])
  // So is one copied from a contact or a web page, with invisible characters.
  const copied = '\u200bcopied@example.test\u200b,\ufeffZoe\u0308,Bell,\u202a07700\u2013900123\u202c'
  expect((await check(file(parents, copied))).sentences).toEqual([])
  expect(run.columns.flatMap(({ samples }) => samples).slice(3, 5)).toEqual(['+44 7700 900001', '-'])
})

test('20,000 lines are validated, and a common error is reported once with its count', async () => {
  const bad = [
    'x@,A,B,',
    ',A,B,',
    'y@example.test,,B,',
    'z@example.test,=A(),B,',
    'w@example.test,A,B,no',
    'v@example.test,A',
  ]
  const lines = Array.from({ length: 20_000 }, (_, at) =>
    at % 50 === 0 ? (bad[(at / 50) % bad.length] ?? '') : `line-${at}@example.test,Anna,Bell,`,
  )
  const { run, sentences } = await check(Buffer.from(file(parents, ...lines), 'latin1'))
  expect(run).toMatchObject({ rows: 20_000, good: 19_600, bad: 400 })
  expect(sentences.slice(0, 3)).toEqual([
    "Line 2: 'x@' is not an email address",
    'Line 52: email is missing',
    'Line 102: first name is missing',
  ])
  const { items, total } = await office.imports.problems({ id: run.id, after: 0 })
  // Five of the six have an address, so they are the same family again.
  expect(total).toBe(bad.length + 5)
  expect(items[0]).toMatchObject({ count: 67, lines: [2, 302, 602, 902, 1202, 1502, 1802, 2102, 2402, 2702] })
  expect((await office.imports.problems({ id: run.id, after: 4 })).items).toEqual(items.slice(4))
})

test('other calls are answered while a file of 20,000 families is validated', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, at) => `turn-${at}@example.test,Anna,Bell,07700 900123,Mia,Bell,17/05/2020,Peanuts,`,
  )
  const { id } = (await upload(file(children, ...lines))) as { id: number }
  await office.imports.begin({ id, kind: 'families', fileName: 'old.csv' })
  const { columns } = await office.imports.get({ id })
  const began = performance.now()
  let isJudged = false
  const judging = office.imports
    .check({ id, columns: columns.map(({ readAs }) => readAs), policy: 'createOnly' })
    .finally(() => {
      isJudged = true
    })
  let maxWaitMilliseconds = 0
  while (!isJudged) {
    const asked = performance.now()
    await app.visitor.offerings.class.types({})
    maxWaitMilliseconds = Math.max(maxWaitMilliseconds, performance.now() - asked)
  }
  await judging
  expect(await office.imports.get({ id })).toMatchObject({ good: 20_000 })
  expect(maxWaitMilliseconds / (performance.now() - began)).toBeLessThan(0.2)
})
