import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { todayInLondon } from '#domain/calendar.ts'
import type { ImportPolicy } from '#domain/office/import-families.ts'
import { importHeadings } from '#domain/office/import-headings.ts'
import { becomesPublic, inClosure } from '#domain/office/planner-sentences.ts'
import { longDay } from '#domain/wording.ts'
import { rotateDataKey } from '#server/features/children/rotate-data-key.ts'
import { notePlace, sealNote } from '#server/features/children/seal-note.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { clearOldRows } from '#server/jobs/clear-old-rows.ts'
import { runDueJobs } from '#server/jobs/run-jobs.ts'
import type { aChild } from '#testing/child-form.ts'
import { findViolations } from '#testing/find-violations.ts'
import { children, file, importsOf, parents, things } from '#testing/imports-of.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { asRead, makeRoom } from '#testing/make-class.ts'
import { makeFamily, wishOf } from '#testing/make-family.ts'
import { makeOffering } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-of.ts'
import { countQueries } from '#testing/record-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { importLines } from './import-lines.ts'
import { rotateImports } from './sealed-file.ts'

const app = await startTestApp()
const { office, uploader, upload, check, take, inAll, madeSince } = await importsOf(app)

describe('a file', () => {
  test('of each kind has a template that can be imported as it is', async () => {
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

  test('may have semicolons or tabs between its cells, and blanks in and between its lines', async () => {
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
      'This is not a CSV file. In your table program choose Save as, then CSV UTF-8',
    ],
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000xl/workbook.xml'),
      'This is not a CSV file. In your table program choose Save as, then CSV UTF-8',
    ],
    [
      'one column of words',
      'Hello\r\nworld\r\n',
      'This is not a CSV file. In your table program choose Save as, then CSV UTF-8',
    ],
    [
      'families without headings',
      file('anna@example.test,Anna,Bell,', 'ben@example.test,Ben,Bell,'),
      'This file has no heading line',
    ],
    [
      'a title above its headings',
      file('Classes of,05/09/2026,', 'type,venue,date', 'Song,Song Hall,07/09/2026'),
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
      'A file can have 20,000 lines at most. Please cut it into two',
    ],
    ['too many bytes', `${parents}\n${'x'.repeat(10 * 1024 * 1024)}`, 'A file can have 10 MB at most'],
    ['nothing', '', 'This is not a CSV file. In your table program choose Save as, then CSV UTF-8'],
  ])('of %s is refused', async (_, content, sentence) => {
    expect(await upload(content)).toBe(sentence)
  })
})

test('every kind of bad line is told by its number, and stops only itself', async () => {
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
    "Line 3: 'anna@' is not an e-mail address",
    'Line 4: email is missing',
    'Line 5: first name is missing',
    "Line 6: 'ring me' is not a telephone number",
    'Line 7: 31/02/2019 is not a date. Use day/month/year',
    'Line 8: child last name is missing',
    'Line 9: 17/05/2040 is not a date of birth',
    'Line 10: the same family as line 2',
    `Line 11: '=HYPERLINK("http://x")' is a formula. Write the text itself`,
    'Line 12: has 11 columns, the heading has 9',
    'Line 13: has 2 columns, the heading has 9',
    "Line 14: 'Bob' differs from line 2, which has the same e-mail address",
    'Line 15: its family in line 6 has a problem',
    'Line 16: first name is longer than 100 letters',
  ])
  expect(run).toMatchObject({ rows: 16, good: 2, bad: 14 })
  expect(await rowsOf(app.db, 'accounts', { email: 'good@example.test' })).toEqual([])
  const { text } = await office.imports.badRows({ id: run.id })
  const bad = text.split('\r\n')
  expect(bad).toHaveLength(1 + 14 + 1)
  expect(bad[0]).toBe(`\ufeff${children},problem`)
  expect(text).toContain(`"'=HYPERLINK`)
})

test('notes are no samples of their columns, whatever their headings and whatever those are read as', async () => {
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

test('of a cell that is far too long no more is kept unsealed, and told, than its sentence quotes', async () => {
  const { id } = await check(file(parents, `long@example.test,Anna,Bell,${'07700 '.repeat(900)}`))
  const [problem] = (await office.imports.problems({ id, after: 0 })).items
  expect(problem?.value.length).toBeLessThan(50)
})

test('signs that no table of ours can keep are told of their lines, and half of none is told', async () => {
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
  const unreadable = 'has signs that cannot be read. Save the file as CSV UTF-8'
  expect(sentences).toEqual([
    `Line 302: '${'x'.repeat(39)}…' is not a telephone number`,
    `Line 304: '${'x'.repeat(39)}…' differs from line 303, which has the same e-mail address`,
    'Line 304: the same family as line 303',
    `Line 305: email ${unreadable}`,
    `Line 306: first name ${unreadable}`,
  ])
})

describe('whole names in one column', () => {
  const wholes = 'Parent email,Parent name,Child’s name,DOB'

  test('are split, and the check tells how, the doubtful ones first', async () => {
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

  test('without a surname are bad lines, which come back under their heading and can be mended', async () => {
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
      "Line 9: 'Tom Bell' differs from line 8, which has the same e-mail address",
      'Line 10: whole name is longer than 100 letters',
    ])
    const { text } = await office.imports.badRows({ id })
    expect(text).toContain(`${wholes},problem`)
    const mended = text.replaceAll('Madonna', 'Madonna Bell').replace(',Mia,', ',Mia Bell,')
    const { run } = await check(mended)
    expect(run.columns.at(-1)).toMatchObject({ heading: 'problem', readAs: '' })
    expect(run).toMatchObject({ good: 4, bad: 4 })
  })

  test('stand for both names, and beside neither', async () => {
    const uploaded = await upload(file('E-mail,Mum,Surname', 'whole@example.test,Anna Bell,Bell'))
    if (typeof uploaded === 'string') throw new Error(uploaded)
    const ask = (...columns: string[]) =>
      refusal(office.imports.check({ id: uploaded.id, columns, policy: 'createOnly' }))
    expect(await ask('email', '', '')).toBe(
      'Please say which column is first name, last name. Where one has both names, choose whole name',
    )
    expect(await ask('email', '', 'last_name')).toBe('Please say which column is first name')
    expect(await ask('email', 'whole_name', 'last_name')).toBe(
      'Two columns are read as the same. A whole name stands for both names',
    )
    const names = (await office.imports.headings({ kind: 'families' })).map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual(['email', 'whole_name', 'first_name', 'last_name'])
    expect(names).toContain('child_whole_name')
  })
})

test('families come with their children, sealed notes, people and consent, and can log in only once invited', async () => {
  const { text } = await office.imports.template({ kind: 'families' })
  const { id, run } = await take(text.replaceAll('anna@example.com', 'Arrives@Example.test'))
  expect(run).toMatchObject({ state: 'done', finished: 1, canUndo: true, withoutPassword: 1 })
  const account = await rowOf(app.db, 'accounts', { email: 'arrives@example.test' })
  expect(account).toMatchObject({
    first_name: 'Anna',
    password_hash: '',
    wants_offers: true,
    terms_accepted_at: null,
  })
  const child = await rowOf(app.db, 'children', { account_id: account.id })
  expect(child).toMatchObject({
    first_name: 'Mia',
    date_of_birth: '2020-05-17',
    gender: 2,
    photo_permission: true,
  })
  expect(await rowsOf(app.db, 'emergency_contacts', { child_id: child.id })).toHaveLength(2)
  expect(await rowOf(app.db, 'pick_up_people', { child_id: child.id })).toMatchObject({ first_name: 'Nora' })
  expect(await rowOf(app.db, 'consents', { account_id: account.id })).toMatchObject({
    given_on: '2025-09-03',
  })
  const { consent } = await office.families.get({ id: account.id })
  expect(consent).toMatchObject({ isGiven: true, on: '2025-09-03', wording: expect.stringMatching(/\w/) })
  expect(await office.families.readNotes({ childIds: [child.id], reason: 'Is it there?' })).toMatchObject([
    { medical: 'Asthma: blue inhaler', allergy: 'Peanuts' },
  ])

  const signIn = (password: string) => app.visitor.accounts.signIn({ email: account.email, password })
  expect(await refusal(signIn(''))).not.toBe('')
  expect(await refusal(signIn('Password1'))).toBe('Incorrect email or password')
  expect(await office.families.invite({ importId: id })).toEqual({ invited: 1 })
  const mail = await rowOf(app.db, 'mails', { account_id: account.id, purpose: 'invitation' })
  expect(mail.body_text).toContain('We have moved to a new booking system')
  const [link = ''] = /http\S+set-password\S+/.exec(mail.body_text) ?? []
  const path = new URL(link).pathname
  const choose = (password: string, again = password) =>
    app.http.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ password, again }).toString(),
    })
  expect((await app.http.inject(path)).body).toContain('arrives@example.test')
  expect((await choose('short')).body).toContain('role="alert"')
  expect((await choose('Blue-Tulips-9', 'Blue-Tulips-8')).body).toContain('do not match')
  expect((await choose('Blue-Tulips-9')).statusCode).toBe(303)
  expect(await signIn('Blue-Tulips-9')).toHaveProperty('token')
  expect((await choose('Red-Tulips-9')).statusCode).toBe(404)
  expect((await app.http.inject(path)).statusCode).toBe(404)
  expect((await app.http.inject(path.replace(/\d+/, '1'))).statusCode).toBe(404)
  expect(await office.families.invite({ importId: id })).toEqual({ invited: 0 })
  expect(await refusal(office.imports.undo({ id }))).toContain('has been used since')
})

test('an invitation that went to a wrong address lets nobody in once the address is right', async () => {
  const [wrong, right] = ['wrong@example.test', 'right@example.test']
  await take(file(children, `${wrong},Rhea,Right,,Mia,Right,17/05/2020,Nuts,`))
  const { id } = await rowOf(app.db, 'accounts', { email: wrong })
  const linkTo = async (address: string) => {
    await office.families.invite({ accountIds: [id] })
    const mail = await rowOf(app.db, 'mails', { to_email: address, purpose: 'invitation' })
    return new URL(/http\S+set-password\S+/.exec(mail.body_text)?.[0] ?? '').pathname
  }
  const toStranger = await linkTo(wrong)
  expect((await app.http.inject(toStranger)).statusCode).toBe(200)
  await office.families.changeEmail({ id, before: wrong, email: right })
  expect(await app.http.inject(toStranger)).toMatchObject({ statusCode: 404 })
  expect(await rowsOf(app.db, 'email_changes', { account_id: id })).toEqual([])
  const told = await rowOf(app.db, 'mails', { to_email: wrong, purpose: 'email-changed' })
  expect(told.body_text).toContain('can no longer be used to log in')
  expect(told.body_text).not.toContain('http')
  const body = (await app.http.inject(await linkTo(right))).body
  expect(body).toContain(right)
})

test('a family that is there already is left, filled in or written over, as is chosen, and put back by Undo', async () => {
  const known = await makeAccount(app, { email: 'known@example.test', firstName: '', lastName: 'Kept' })
  await changeRows(app.db, 'accounts', { id: known.accountId }, { mobile: '' })
  const line = (mobile: string) => file(parents, `known@example.test,Given,Other,${mobile}`)
  const seen = async () => {
    const { first_name, last_name, mobile } = await rowOf(app.db, 'accounts', { id: known.accountId })
    return [first_name, last_name, mobile]
  }
  const left = await check(line('07700 900001'), 'families', 'createOnly')
  expect(left.run).toMatchObject({ good: 1, promised: { makes: things({}), there: things({ families: 1 }) } })
  await office.imports.run({ id: left.id })
  await app.runJobs()
  expect(await seen()).toEqual(['', 'Kept', ''])
  const filled = await take(line('07700 900002'), 'families', 'fillEmpty')
  expect(await seen()).toEqual(['Given', 'Kept', '07700 900002'])
  const written = await take(line('07700 900003'), 'families', 'overwrite')
  expect(await seen()).toEqual(['Given', 'Other', '07700 900003'])
  await changeRows(app.db, 'accounts', { id: known.accountId }, { mobile: '07700 900009' })
  await office.imports.undo({ id: written.id })
  expect(await seen()).toEqual(['Given', 'Kept', '07700 900009'])
  await office.imports.undo({ id: filled.id })
  expect(await seen()).toEqual(['', 'Kept', '07700 900009'])
})

test('what a file says of offers is the answer of who was never asked; a family’s own stays, but for a later no', async () => {
  const headings = `${parents},offers_consent,offers_consent_on,offers_consent_wording`
  const yes = 'yes,03/09/2025,Send me news'
  const says = async (policy: ImportPolicy, answers: Record<string, string>) => {
    const lines = Object.entries(answers).map(([name, said]) => `${name}@offers.test,Anna,Bell,,${said}`)
    return (await take(file(headings, ...lines), 'families', policy)).id
  }
  const seen = async (...names: string[]) => {
    const found = names.map(async name => {
      const { id } = await rowOf(app.db, 'accounts', { email: `${name}@offers.test` })
      const { wantsOffers, consent } = await office.families.get({ id })
      return [wantsOffers, consent?.on]
    })
    return Promise.all(found)
  }
  const asked = await makeAccount(app, { email: 'asked@offers.test' })
  for (const name of ['agreed', 'declined']) {
    const { api } = await makeAccount(app, { email: `${name}@offers.test` })
    await api.accounts.saveOrigin({ wantsOffers: name === 'agreed', heardFrom: 'Other' })
  }
  const today = todayInLondon(app.clock.now())
  const own = [
    [null, undefined],
    [true, today],
    [false, today],
  ]

  await says('createOnly', { new: 'no,,', asked: yes, agreed: 'no,,', declined: yes })
  expect(await seen('new', 'asked', 'agreed', 'declined')).toEqual([[false, undefined], ...own])
  const filled = await says('fillEmpty', { asked: yes, agreed: 'no,03/09/2025,', declined: yes })
  expect(await seen('asked', 'agreed', 'declined')).toEqual([[true, '2025-09-03'], own[1], own[2]])
  const written = await says('overwrite', { asked: 'no,04/09/2025,', agreed: 'no,,', declined: yes })
  expect(await seen('asked', 'agreed', 'declined')).toEqual([[false, '2025-09-04'], own[1], own[2]])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])

  await office.imports.undo({ id: written })
  expect(await seen('asked')).toEqual([[true, '2025-09-03']])
  await office.imports.undo({ id: filled })
  expect(await seen('asked', 'agreed', 'declined')).toEqual(own)
  const again = await says('fillEmpty', { asked: yes })
  await asked.api.accounts.saveOrigin({ wantsOffers: true, heardFrom: 'Other' })
  await office.imports.undo({ id: again })
  expect(await seen('asked')).toEqual([[true, today]])

  // A yes that is older than the answers kept has none; one of an import goes with it, whatever came between.
  const { accountId: id } = await makeAccount(app, { email: 'before@offers.test' })
  await changeRows(app.db, 'accounts', { id }, { wants_offers: true })
  await makeAccount(app, { email: 'between@offers.test' })
  const first = await says('fillEmpty', { between: yes })
  const second = await says('overwrite', { between: 'no,04/09/2025,', before: 'no,04/09/2025,' })
  expect(await seen('between', 'before')).toEqual([false, false].map(no => [no, '2025-09-04']))
  await office.imports.undo({ id: first })
  await office.imports.undo({ id: second })
  expect(await seen('between', 'before')).toEqual([null, true].map(answer => [answer, undefined]))
  const twice = file(headings, `two@offers.test,Anna,Bell,,${yes}`, 'two@offers.test,,,,no,,')
  expect((await check(twice)).sentences).toContain(
    "Line 3: 'no' differs from line 2, which has the same e-mail address",
  )
})

test('what a family has answered about photos stays until a file says otherwise and is to write over', async () => {
  const email = 'photos@example.test'
  const known = await makeAccount(app, { email })
  const id = await makeChild(app, known, { firstName: 'Mia', lastName: 'Photos', dateOfBirth: '2020-05-17' })
  await changeRows(app.db, 'children', { id }, { photo_permission: false, photo_marketing_permission: true })
  const headings = `${parents},child_first_name,child_last_name,DOB,photo_permission,photo_marketing_permission,child_gender,school`
  const line = (cells: string) => file(headings, `${email},Una,Photos,,Mia,Photos,17/05/2020,${cells}`)
  const seen = async () => {
    const child = await rowOf(app.db, 'children', { id })
    return [child.photo_permission, child.photo_marketing_permission, child.gender, child.school_name]
  }
  const filled = await take(line('yes,no,female,Hill School'), 'families', 'fillEmpty')
  expect(await seen()).toEqual([false, true, 0, 'Hill School'])
  expect(await rowOf(app.db, 'children', { id })).toMatchObject({ attends_school: true })
  await office.imports.undo({ id: filled.id })
  expect(await rowOf(app.db, 'children', { id })).toMatchObject({ attends_school: false, school_name: '' })
  await take(line(',,,'), 'families', 'overwrite')
  expect(await seen()).toEqual([false, true, 0, ''])
  await take(line('yes,no,female,'), 'families', 'overwrite')
  expect(await seen()).toEqual([true, false, 2, ''])
})

test('whom a file brings to children that are there goes with Undo, unless the family has changed them since', async () => {
  const email = 'fetched@example.test'
  const known = await makeAccount(app, { email })
  const makeBare = async (firstName: string) => {
    const named = { firstName, lastName: 'Fetched', dateOfBirth: '2020-05-17' }
    const id = await makeChild(app, known, named)
    for (const table of ['emergency_contacts', 'pick_up_people'] as const)
      await app.db.deleteFrom(table).where('child_id', '=', id).execute()
    return id
  }
  const [left, edited] = [await makeBare('Mia'), await makeBare('Leo')]
  const people = async (id: number) =>
    (
      await Promise.all([
        rowsOf(app.db, 'emergency_contacts', { child_id: id }),
        rowsOf(app.db, 'pick_up_people', { child_id: id }),
      ])
    )
      .flat()
      .map(({ first_name }) => first_name)
  const headings = `${parents},child_first_name,child_last_name,DOB,contact_1_first_name,contact_1_last_name,contact_1_mobile,contact_1_email,contact_1_relationship,pick_up_first_name,pick_up_last_name`
  const contact = 'Rita,Rings,07700 900123,rita@example.test,Aunt,Nora,Nearby'
  const text = file(
    headings,
    `${email},Una,Fetched,,Mia,Fetched,17/05/2020,${contact}`,
    `${email},,,,Leo,Fetched,17/05/2020,${contact}`,
  )
  const { id, run } = await take(text, 'families', 'fillEmpty')
  expect(run).toMatchObject({ finished: 2, kept: 0 })
  expect(await people(left)).toEqual(['Rita', 'Nora'])
  await changeRows(app.db, 'pick_up_people', { child_id: edited }, { phone: '07700 900124' })
  await office.imports.undo({ id })
  expect(await people(left)).toEqual([])
  expect(await people(edited)).toEqual(['Nora'])
  await take(text, 'families', 'createOnly')
  expect(await people(left)).toEqual([])
})

test.each([
  ['a note', (form: typeof aChild) => ({ ...form, allergy: 'Eggs' })],
  ['a school', (form: typeof aChild) => ({ ...form, schoolName: 'Hill School', attendsSchool: true })],
  [
    'whom to ring',
    (form: typeof aChild) => ({
      ...form,
      contacts: [form.contacts[0], { ...form.contacts[1], mobile: '07700 900199' }] as typeof form.contacts,
    }),
  ],
])(
  'a child that came by an import goes with Undo, unless its family has changed %s since',
  async (_, change) => {
    const { accountId, email, api } = await makeAccount(app)
    const contact = (position: number) =>
      ['first_name', 'last_name', 'mobile', 'email', 'relationship'].map(
        column => `contact_${position}_${column}`,
      )
    const people =
      'Rita,Rings,07700 900123,rita@example.test,Aunt,Ben,Bell,07700 900124,ben@example.test,Uncle'
    const text = file(
      [children, ...contact(1), ...contact(2)].join(','),
      `${email},Una,Grown,,Mia,Grown,17/05/2020,Nuts,None,${people}`,
    )
    const untouched = await take(text)
    await office.imports.undo({ id: untouched.id })
    expect(await api.children.list()).toEqual([])
    const { id } = await take(text)
    const { id: childId } = await rowOf(app.db, 'children', { account_id: accountId })
    await api.children.edit({ ...change(await api.children.details({ id: childId })), id: childId })
    const changed = await api.children.details({ id: childId })
    expect(await refusal(office.imports.undo({ id }))).toContain('has been used since')
    expect(await api.children.details({ id: childId })).toEqual(changed)
  },
)

test('a check promises families and children, and how many of them are there or join those that are', async () => {
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

test('a family brings as many children as its account may have, a new one as many as others', async () => {
  const email = 'minder@example.test'
  const { accountId } = await makeAccount(app, { email })
  await changeRows(app.db, 'accounts', { id: accountId }, { children_at_most: 9 })
  await makeChild(app, { accountId }, { firstName: 'Mia', lastName: 'Minded' })
  const nine = (of: string) =>
    Array.from({ length: 9 }, (_, at) => `${of},Una,Minded,,Child ${at},Minded,17/05/2020,,`)
  const { run, sentences } = await take(file(children, ...nine(email), ...nine('as-others@example.test')))
  expect(sentences).toEqual([
    'Line 10: a family can have 9 children at most',
    'Line 19: a family can have 8 children at most',
  ])
  expect(run).toMatchObject({ state: 'done', finished: 16, bad: 2 })
  expect(await rowsOf(app.db, 'children', { account_id: accountId })).toHaveLength(9)
})

test('what an import changed is put back in the same few statements, of one family or of forty', async () => {
  const undone = async (count: number) => {
    const emails = Array.from({ length: count }, (_, at) => `back-${count}-${at}@example.test`)
    const ids: number[] = []
    for (const email of emails) {
      const account = await makeAccount(app, { email, firstName: 'Before' })
      ids.push(
        await makeChild(app, account, { firstName: 'Mia', lastName: 'Back', dateOfBirth: '2020-05-17' }),
      )
    }
    const first = () => rowOf(app.db, 'children', { id: ids[0] as number })
    const before = await first()
    const lines = emails.map(email => `${email},After,Name,,Mia,Back,17/05/2020,Nuts,Asthma`)
    const { id } = await take(file(children, ...lines), 'families', 'overwrite')
    expect((await first()).allergy_sealed).not.toEqual(before.allergy_sealed)
    const statements = await countQueries(app, () => office.imports.undo({ id }))
    expect(await first()).toEqual(before)
    const known = await rowsOf(app.db, 'accounts', { first_name: 'After' })
    expect(known.filter(({ email }) => emails.includes(email))).toEqual([])
    return statements
  }
  expect(await undone(40)).toBe(await undone(1))
})

test('an undone import leaves nothing behind, and the same file can come again', async () => {
  const text = file(
    children,
    'undone@example.test,Una,Done,,Mia,Done,17/05/2020,Nuts,',
    'undone@example.test,,,,Max,Done,17/05/2021,,',
    'wrong@,Ursula,Ill,,,,,,',
  )
  const { id } = await take(text)
  const account = await rowOf(app.db, 'accounts', { email: 'undone@example.test' })
  expect(await rowsOf(app.db, 'children', { account_id: account.id })).toHaveLength(2)
  const standing = () => rowsOf(app.db, 'imports', { state: 'uploaded' })
  const before = await standing()
  expect(await refusal(take(text))).toContain('This file was imported on')
  // Nobody needs what was refused.
  expect(await standing()).toEqual(before)
  await office.imports.undo({ id })
  expect(await rowsOf(app.db, 'accounts', { email: 'undone@example.test' })).toEqual([])
  expect((await office.families.search({ words: 'una done' })).people).toEqual([])
  expect((await rowsOf(app.db, 'import_rows', { import_id: id })).map(row => row.problems)).toEqual([
    [],
    [],
    [],
  ])
  expect(await refusal(office.imports.undo({ id }))).toBe('An import can be undone for 24 hours')
  const again = await take(text)
  const yesterday = new Date(app.clock.now().getTime() - 25 * 60 * 60 * 1000)
  await changeRows(app.db, 'imports', { id: again.id }, { finished_at: yesterday })
  expect(await refusal(office.imports.undo({ id: again.id }))).toBe('An import can be undone for 24 hours')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('another data key keeps the imports that wait, and Undo of those that ran', async () => {
  const known = await makeAccount(app, { email: 'rotated@example.test', firstName: 'Before' })
  const firstName = async () => (await rowOf(app.db, 'accounts', { id: known.accountId })).first_name
  const born = { lastName: 'Rotated', dateOfBirth: '2020-05-17' }
  const childIds = [
    await makeChild(app, known, { ...born, firstName: 'Mia', allergy: 'Nuts', medical: '' }),
    await makeChild(app, known, { ...born, firstName: 'Leo', allergy: 'Milk', medical: 'Asthma' }),
  ]
  const notes = async () =>
    (await office.families.readNotes({ childIds, reason: 'Are they back?' })).map(({ allergy, medical }) => [
      ...[allergy, medical],
    ])
  const written = await take(
    file(
      children,
      'rotated@example.test,After,Name,,Mia,Rotated,17/05/2020,None known,Inhaler',
      'rotated@example.test,,,,Leo,Rotated,17/05/2020,None known,Inhaler',
      'rotated@example.test,,,,Ada,Rotated,17/05/2020,Soya,',
    ),
    'families',
    'overwrite',
  )
  const since = sealNote(app.services.config.dataKey, 'Eggs', notePlace(known.accountId, 'allergy'))
  await changeRows(app.db, 'children', { id: childIds[1] as number }, { allergy_sealed: since })
  const waiting = await check(file(parents, 'waiting@example.test,Wanda,Waits,', 'x,Bad,Line,'))
  const { config } = app.services
  const { dataKey: old } = config
  config.dataKey = randomBytes(32)
  const rotate = async (from: Buffer, to: Buffer) => {
    await rotateDataKey(app.db, from, to)
    await rotateImports(app.db, from, to)
  }
  await rotate(old, config.dataKey)
  await rotate(old, config.dataKey)
  await office.imports.undo({ id: written.id })
  expect(await firstName()).toBe('Before')
  expect(await notes()).toEqual([
    ['Nuts', ''],
    ['Eggs', 'Asthma'],
  ])
  expect(await rowsOf(app.db, 'children', { account_id: known.accountId })).toHaveLength(2)
  await office.imports.run({ id: waiting.id })
  await app.runJobs()
  expect((await rowOf(app.db, 'accounts', { email: 'waiting@example.test' })).first_name).toBe('Wanda')
  expect((await office.imports.badRows({ id: waiting.id })).text).toContain('x,Bad,Line')
  await rotate(config.dataKey, old)
  config.dataKey = old
})

test('credits are granted by a row each that names the import, and taken back while they are unspent', async () => {
  const family = await makeFamily(app, { credits: 1, email: 'credits@example.test' })
  const headings = 'email,credits,reason'
  const { sentences, run } = await check(
    file(
      headings,
      'nobody@example.test,3,Old',
      'credits@example.test,0,Old',
      'credits@example.test,x,Old',
      'credits@example.test,3,',
    ),
    'credits',
  )
  expect(sentences).toEqual([
    "Line 2: no family has the address 'nobody@example.test'",
    'Line 3: 0 is not a whole number from 1 to 500',
    'Line 4: x is not a whole number from 1 to 500',
    'Line 5: reason is missing',
  ])
  expect(await refusal(office.imports.run({ id: run.id }))).toBe('No line of this file can be imported yet')
  const before = await inAll()
  const { id, run: given } = await take(
    file(headings, 'Credits@example.test,3,Left from before', 'credits@example.test,2,Gift'),
    'credits',
  )
  expect(given.promised).toMatchObject({ makes: things({ credits: 5 }), joins: things({ families: 1 }) })
  expect(await madeSince(before)).toEqual(given.promised?.makes)
  const balance = async () => (await rowOf(app.db, 'accounts', { id: family.accountId })).credit_balance
  expect(await balance()).toBe(6)
  const entries = await rowsOf(app.db, 'credit_entries', { account_id: family.accountId, reason: 'granted' })
  expect(entries.map(({ delta, memo }) => [delta, memo])).toEqual([
    [3, `Left from before (import ${id})`],
    [2, `Gift (import ${id})`],
  ])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  await office.imports.undo({ id })
  expect(await balance()).toBe(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('one file brings its credits once, however often it was uploaded before it ran', async () => {
  const family = await makeFamily(app, { email: 'once@example.test' })
  const credits = file('email,credits,reason', 'once@example.test,3,Left from before')
  const [one, two] = [await check(credits, 'credits'), await check(credits, 'credits')]
  await office.imports.run({ id: one.id })
  await app.runJobs()
  expect(await refusal(office.imports.run({ id: two.id }))).toMatch(/^This file was imported on/)
  await app.runJobs()
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ credit_balance: 3 })
  await office.imports.undo({ id: one.id })
  await office.imports.run({ id: two.id })
  await app.runJobs()
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ credit_balance: 3 })
})

test('a whole file of credits that comes again with its bad lines mended brings those alone', async () => {
  const families = [await makeFamily(app, { email: 'again@example.test' })]
  const lines = ['again@example.test,3,Old', 'again@example.test,3,Old', 'mended@example.test,2,Old']
  const credits = file('email,credits,reason', ...lines)
  const { id } = await take(credits, 'credits')
  families.push(await makeFamily(app, { email: 'mended@example.test' }))
  const balances = async () =>
    Promise.all(
      families.map(
        async ({ accountId }) => (await rowOf(app.db, 'accounts', { id: accountId })).credit_balance,
      ),
    )
  const waiting = await check(`${credits}again@example.test,3,Gift\r\n`, 'credits')
  const { run, sentences } = await take(`${credits}again@example.test,3,Gift\r\n`, 'credits')
  const given = (line: number) =>
    `Line ${line}: the import of ${longDay(todayInLondon(app.clock.now()))} gave these credits. If they are others, write another reason`
  expect(sentences).toEqual([given(2), given(3)])
  expect(run).toMatchObject({ promised: { makes: { credits: 5 } }, good: 2, bad: 2, finished: 2 })
  expect(await balances()).toEqual([9, 2])
  // What was taken back is to be given again; and what is given is judged when it is given.
  await office.imports.undo({ id: run.id })
  await office.imports.undo({ id })
  await take(credits, 'credits')
  await office.imports.run({ id: waiting.id })
  await app.runJobs()
  expect(await office.imports.get({ id: waiting.id })).toMatchObject({ state: 'done', good: 1, bad: 3 })
  expect(await balances()).toEqual([9, 2])
})

test('after credits that stopped half-way no mended file grants them again; without a line in it nothing stands in the way', async () => {
  const family = await makeFamily(app, { email: 'half@example.test' })
  const headings = 'email,credits,reason'
  const { id } = await check(file(headings, 'half@example.test,3,Left from before'), 'credits')
  await office.imports.run({ id })
  await app.runJobs()
  await changeRows(app.db, 'imports', { id }, { state: 'failed' })
  const mended = () => check(file(headings, 'half@example.test,3,Left, and mended'), 'credits')
  expect(await refusal(mended())).toMatch(/^An import of this was begun on /)
  await office.imports.undo({ id })
  await mended()
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ credit_balance: 0 })
  const parent = file(parents, 'never-in@example.test,Anna,Bell,')
  const first = await check(parent)
  await changeRows(app.db, 'imports', { id: first.id }, { state: 'failed', finished_at: app.clock.now() })
  await check(parent)
})

test('a family that leaves while credits are given out is a bad line, and is not passed over', async () => {
  await makeFamily(app, { email: 'stays@example.test' })
  await makeFamily(app, { email: 'leaves@example.test' })
  const { id } = await check(
    file('email,credits,reason', 'leaves@example.test,3,Old', 'stays@example.test,3,Old'),
    'credits',
  )
  // Behind the judgement, and before the first piece.
  await app.database.runScript(`create function leaves() returns trigger language plpgsql as $$ begin
    update accounts set status = 'closed' where email = 'leaves@example.test'; return new; end $$;
    create trigger leaves before update of bad on imports for each row execute function leaves()`)
  await office.imports.run({ id })
  await expect(importLines(app.services, { importId: id })).rejects.toThrow('left meanwhile')
  await app.database.runScript('drop trigger leaves on imports; drop function leaves()')
  await importLines(app.services, { importId: id })
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', good: 1, bad: 1, finished: 1 })
  expect((await office.imports.problems({ id, after: 0 })).items).toMatchObject([
    { sentence: "Line 2: no family has the address 'leaves@example.test'" },
  ])
  await changeRows(app.db, 'accounts', { email: 'leaves@example.test' }, { status: 'active' })
})

test('a telephone number or a dash of a line that was bad is the same when it comes back mended', async () => {
  const { id } = await check(file(`${parents},Address 2`, 'mend@,Anna,Bell,+44 7700 900001,-'))
  const { text } = await office.imports.badRows({ id })
  const { sentences, run } = await check(text.replace('mend@', 'mend@example.test'))
  expect(sentences).toEqual([])
  // What a guest may leave as a number is one in a file, too.
  expect((await check(file(parents, 'dots@example.test,Anna,Bell,0117.496.0000'))).sentences).toEqual([])
  expect(run.columns.flatMap(({ samples }) => samples).slice(3, 5)).toEqual(['+44 7700 900001', '-'])
})

test('a number that lost its first nought in a spreadsheet has it back', async () => {
  const line = (child: string) => `nought@example.test,Anna,Nought,7700900456,${child},Nought,17/05/2020,,`
  const { sentences } = await take(file(children, line('Mia'), line('Ben')))
  expect(sentences).toEqual([])
  expect(await rowOf(app.db, 'accounts', { email: 'nought@example.test' })).toMatchObject({
    mobile: '07700900456',
  })
  expect((await office.families.search({ words: '07700 900456' })).people).toMatchObject([
    { name: 'Anna Nought' },
  ])
})

test('a class has one weekly time before and after half-term, and goes on after a kill', async () => {
  await makeOffering(app, { typeName: 'Tap', venue: 'Old Mill', ageGroup: '5–6 years' })
  const headings = 'type,venue,age,name,weekday,start,end,first_day,last_day,places,price'
  const halves = [
    ['04/01/2027', '08/02/2027'],
    ['22/02/2027', '22/03/2027'],
  ].flatMap(([from, to]) =>
    Array.from({ length: 11 }, (_, at) => {
      const hour = 9 + at
      return `Tap,Old Mill,5–6 years,Tap ${at},Mon,${hour}:00,${hour}:45,${from},${to},12,8.50`
    }),
  )
  const { id, sentences } = await check(file(headings, ...halves), 'classes')
  expect(sentences).toEqual([])
  await office.imports.run({ id })
  await app.database.runScript(`create function killed() returns trigger language plpgsql as $$ begin
    if new.name = 'Tap 10' then raise exception 'killed'; end if; return new; end $$;
    create trigger killed before insert on offerings for each row execute function killed()`)
  await expect(importLines(app.services, { importId: id })).rejects.toThrow('killed')
  await app.database.runScript('drop trigger killed on offerings; drop function killed()')
  await importLines(app.services, { importId: id })
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', good: 22, bad: 0, finished: 22 })
  expect(await rowsOf(app.db, 'sessions', { name: 'Tap 0' })).toHaveLength(11)
  await office.imports.undo({ id })
  expect(await rowsOf(app.db, 'sessions', { name: 'Tap 0' })).toEqual([])
})

test('a line of every other week goes on in its weeks, in a class that another line began', async () => {
  const { venueId } = await makeOffering(app, { typeName: 'Jazz', venue: 'New Mill', ageGroup: '7–8 years' })
  const headings = 'type,venue,age,date,weekday,start,end,first_day,last_day,weeks,places,price'
  const lines = [
    'Jazz,New Mill,7–8 years,11/01/2027,,10:00,10:45,,,,12,8.50',
    'Jazz,New Mill,7–8 years,,Wed,16:00,16:45,06/01/2027,31/01/2027,even,12,8.50',
  ]
  const { sentences } = await take(file(headings, ...lines), 'classes')
  expect(sentences).toEqual([])
  const sessions = await rowsOf(app.db, 'sessions', { name: 'Jazz' })
  expect(sessions.map(({ start_date }) => start_date)).toEqual(['2027-01-11', '2027-01-13', '2027-01-27'])
  const offeringId = sessions[0]?.offering_id as number
  const slots = (await office.planner.class({ id: offeringId })).slots.map(({ id: _, ...slot }) => slot)
  const asked = { offeringId, venueId, from: '2027-02-01', to: '2027-02-28', slots }
  expect((await office.planner.previewDates(asked)).dates.map(({ date }) => date)).toEqual([
    '2027-02-10',
    '2027-02-24',
  ])
})

test('lines of one class that count their weeks from other days go on in the weeks they have dates in', async () => {
  const { venueId } = await makeOffering(app, { typeName: 'Polka', venue: 'Far Mill', ageGroup: '7–8 years' })
  const headings = 'type,venue,age,weekday,start,end,first_day,last_day,weeks,places,price'
  const line = (weekday: string, from: string) =>
    `Polka,Far Mill,7–8 years,${weekday},16:00,16:45,${from},31/01/2027,odd,12,8.50`
  // No term tells from where all of them are counted.
  await take(file(headings, line('Tue', '05/01/2027'), line('Thu', '14/01/2027')), 'classes')
  await take(file(headings, line('Fri', '15/01/2027')), 'classes')
  const sessions = await rowsOf(app.db, 'sessions', { name: 'Polka' })
  expect(sessions.map(({ start_date }) => start_date)).toEqual(
    ['05', '19', '14', '28', '15', '29'].map(day => `2027-01-${day}`),
  )
  expect(new Set(sessions.map(({ offering_id }) => offering_id)).size).toBe(1)
  const offeringId = sessions[0]?.offering_id as number
  const slots = (await office.planner.class({ id: offeringId })).slots.map(({ id: _, ...slot }) => slot)
  expect(slots.map(({ weeks }) => weeks)).toEqual(['odd', 'even', 'even'])
  const asked = { offeringId, venueId, from: '2027-02-01', to: '2027-02-28', slots }
  expect((await office.planner.previewDates(asked)).dates.map(({ date }) => date)).toEqual(
    ['02', '11', '12', '16', '25', '26'].map(day => `2027-02-${day}`),
  )
})

test('classes come as drafts, by date or by weekday, and Undo takes them back until one is published', async () => {
  const offering = await makeOffering(app, {
    typeName: 'Ballet',
    venue: 'Larkfield Hall',
    ageGroup: '3–4 years',
  })
  const headings = 'type,venue,age,date,weekday,start,end,first_day,last_day,places,price,credits,trial_price'
  const { sentences } = await check(
    file(
      headings,
      'Ballet,Larkfield,3–4 years,05/01/2027,,10:00,10:45,,,12,8.50,1,',
      'Balet,Larkfield Hall,3–4 years,05/01/2027,,10:00,10:45,,,12,8.50,1,',
      'Ballet,Larkfield Hall,3–4 years,05/01/2027,,10:00,09:45,,,12,"£7,5",1,',
      'Ballet,Larkfield Hall,3–4 years,,Someday,10:00,10:45,05/01/2027,30/01/2027,12,8.50,1,9.00',
      'Ballet,Larkfield Hall,3–4 years,,,10:00,10:45,,,501,8.50,1,',
      'Ballet,Larkfield Hall,3–4 years,28/03/2027,,01:30,02:30,,,12,8.50,1,',
    ),
    'classes',
  )
  expect(sentences).toEqual([
    "Line 2: no venue is called 'Larkfield'. Did you mean 'Larkfield Hall'?",
    "Line 3: no type is called 'Balet'. Did you mean 'Ballet'?",
    'Line 4: £7,5 is not an amount. Write 7.50',
    'Line 4: the end must be after the start',
    'Line 5: a trial cannot cost more than the class',
    "Line 5: 'Someday' is not a weekday",
    'Line 6: 501 is not a whole number from 0 to 500',
    'Line 6: a date, or a weekday with its first and last day, is missing',
    'Line 7: the clocks go forward then, and this time does not exist',
  ])
  const before = await inAll()
  const { id, run } = await take(
    file(
      headings,
      'ballet,LARKFIELD HALL,3–4 years,05/01/2027,,10:00,10:45,,,12,8.5,1,£5',
      'Ballet,Larkfield Hall,3–4 years,,Wed,16:00,16:45,06/01/2027,27/01/2027,12,8.50,1,5.00',
      'Ballet,Larkfield Hall,3–4 years,07/01/2027,,10:00,10:45,,,8,9.50,1,',
    ),
    'classes',
  )
  expect(run.promised?.makes).toEqual(things({ classes: 2, dates: 6 }))
  expect(await madeSince(before)).toEqual(run.promised?.makes)
  expect(run).toMatchObject({ state: 'done', finished: 3, bad: 0 })
  const made = await rowsOf(app.db, 'sessions', { offering_type_id: offering.typeId })
  expect(made[0]).toMatchObject({ price_pence: 850, trial_price_pence: 500 })
  expect(made.map(({ start_date, status, capacity }) => [start_date, status, capacity])).toEqual([
    ...['05', '06', '13', '20', '27'].map(day => [`2027-01-${day}`, 'draft', 12]),
    ['2027-01-07', 'draft', 8],
  ])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  const once = file(headings, 'Ballet,Larkfield Hall,3–4 years,05/01/2027,,10:00,10:45,,,12,8.50,1,')
  expect(await take(once, 'classes')).toMatchObject({ sentences: [], run: { finished: 1, kept: 1, bad: 0 } })
  await office.planner.publish({ sessions: await asRead(app.db, [made[0]?.id ?? 0]), at: null })
  expect(await refusal(office.imports.undo({ id }))).toContain('has been used since')
  const [second] = await Promise.all([
    take(file(headings, 'Ballet,Larkfield Hall,3–4 years,05/02/2027,,10:00,10:45,,,12,8.50,1,'), 'classes'),
  ])
  await office.imports.undo({ id: second.id })
  expect(await rowsOf(app.db, 'sessions', { start_date: '2027-02-05' })).toEqual([])
  expect(await rowsOf(app.db, 'offerings', { offering_type_id: offering.typeId })).toHaveLength(3)
})

test('a new date that begins before its term opens is a bad line, as the planner refuses it', async () => {
  await makeOffering(app, { typeName: 'Tap', venue: 'Tap Hall', ageGroup: '3–4 years' })
  const term = { name: 'Tap until spring', startDate: '2026-06-01', endDate: '2027-03-28', closures: [] }
  const { id } = await office.terms.save({ ...term, keepDates: false })
  const line = (time: string, first: string, last: string) =>
    `Tap,Tap Hall,3–4 years,Tap until spring,Tue,${time},12:00,${first},${last},12,8.50`
  const content = file(
    'type,venue,age,term,weekday,start,end,first_day,last_day,places,price',
    line('09:00', '05/01/2027', '19/01/2027'),
    line('09:01', '05/01/2027', '19/01/2027'),
    // What is over would never be seen anyway.
    line('09:00', '02/06/2026', '16/06/2026'),
  )
  const { id: importId, sentences } = await check(content, 'classes')
  expect(sentences).toEqual([])
  await office.terms.publish({ id, version: 1, at: '2027-01-05T09:00:00.000Z' })
  await office.imports.run({ id: importId })
  await app.runJobs()
  const told = becomesPublic(new Date('2027-01-05T09:00:00.000Z'))
  const { items } = await office.imports.problems({ id: importId, after: 0 })
  expect(items.map(({ sentence }) => sentence)).toEqual([`Line 2: Tuesday 5 January 2027: ${told}`])
  expect(await office.imports.get({ id: importId })).toMatchObject({ state: 'done', finished: 2, bad: 1 })
})

test.each(['joins a class', 'is a further line of a new one'])(
  'a date that %s and has been closed since it was judged is left out',
  async how => {
    const type = `Waltz that ${how}`
    const { venueId } = await makeOffering(app, {
      typeName: type,
      venue: 'Waltz Hall',
      ageGroup: '3–4 years',
    })
    const term = { name: `Term of ${type}`, startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
    const { id: termId } = await office.terms.save({ ...term, keepDates: false })
    const headings = 'type,venue,age,name,term,date,start,end,places,price'
    const at = (time: string, day: string) =>
      `${type},Waltz Hall,3–4 years,${type} ${time},${term.name},${day}/01/2027,${time},12:00,12,8.50`
    const first = [at('08:59', '05')]
    if (how === 'joins a class') {
      const { id } = await check(file(headings, ...first), 'classes')
      await office.imports.run({ id })
      await importLines(app.services, { importId: id })
      first.pop()
    }
    // Ten classes are a piece; that with the closed date comes after them.
    const times = Array.from({ length: 10 }, (_, minute) => at(`10:0${minute}`, '05'))
    const { id } = await check(file(headings, ...times, ...first, at('08:59', '12')), 'classes')
    await app.database.runScript(`create function closes() returns trigger language plpgsql as $$ begin
    insert into closures (term_id, venue_id, name, start_date, end_date)
    values (${termId}, ${venueId}, 'Painting', '2027-01-12', '2027-01-12'); return null; end $$;
    create trigger closes after insert on import_rows execute function closes()`)
    await office.imports.run({ id })
    await expect(importLines(app.services, { importId: id })).rejects.toThrow(inClosure('Painting'))
    await app.database.runScript('drop trigger closes on import_rows; drop function closes()')
    await importLines(app.services, { importId: id })
    expect(await office.imports.get({ id })).toMatchObject({
      state: 'done',
      finished: 10 + first.length,
      bad: 1,
    })
    expect(await rowsOf(app.db, 'sessions', { name: `${type} 08:59` })).toHaveLength(1)
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
  },
)

test('a date that is taken after its term was given a moment is judged by it', async () => {
  await makeOffering(app, { typeName: 'Jive', venue: 'Jive Hall', ageGroup: '3–4 years' })
  const term = { name: 'Jive term', startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
  await office.terms.save({ ...term, keepDates: false })
  const at = (time: string) =>
    `Jive,Jive Hall,3–4 years,Jive ${time},Jive term,05/01/2027,${time},12:00,12,8.50`
  // Ten classes are a piece; the first of the next one begins before the moment.
  const times = [...Array.from({ length: 10 }, (_, minute) => `10:0${minute}`), '08:59']
  const { id } = await check(
    file('type,venue,age,name,term,date,start,end,places,price', ...times.map(at)),
    'classes',
  )
  await app.database.runScript(`create function opens() returns trigger language plpgsql as $$ begin
    update terms set publish_at = '2027-01-05 09:00+00' where name = 'Jive term'; return new; end $$;
    create trigger opens after insert on import_rows for each row execute function opens()`)
  await office.imports.run({ id })
  const told = becomesPublic(new Date('2027-01-05T09:00:00.000Z'))
  await expect(importLines(app.services, { importId: id })).rejects.toThrow(told)
  await app.database.runScript('drop trigger opens on import_rows; drop function opens()')
  await importLines(app.services, { importId: id })
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 10, bad: 1 })
  expect((await office.imports.problems({ id, after: 0 })).items).toMatchObject([
    { sentence: `Line 12: Tuesday 5 January 2027: ${told}` },
  ])
})

test.each([
  ['sold by packs alone', 'is_pack_only = true'],
  ['put into another term', 'term_id = null'],
  ['moved to another venue', "venue_id = (select max(id) from venues where name <> 'Jive Hall')"],
])('a class that was %s since its lines were judged gets no date of them', async (how, change) => {
  const [type, headings] = [`Reel ${how}`, 'type,venue,age,name,term,date,start,end,places,price,credits']
  await makeOffering(app, { typeName: type, venue: 'Jive Hall', ageGroup: '3–4 years' })
  const term = { name: `Term of ${type}`, startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
  await office.terms.save({ ...term, keepDates: false })
  const at = (time: string, day = '05') =>
    `${type},Jive Hall,3–4 years,${type} ${time},${term.name},${day}/01/2027,${time},12:00,12,8.50,0`
  const { id: first } = await check(file(headings, at('08:59')), 'classes')
  await office.imports.run({ id: first })
  await importLines(app.services, { importId: first })
  // Ten classes are a piece; the class that is there comes after them.
  const times = Array.from({ length: 10 }, (_, minute) => `10:0${minute}`)
  const { id } = await check(file(headings, ...times.map(time => at(time)), at('08:59', '12')), 'classes')
  await app.database.runScript(`create function changes() returns trigger language plpgsql as $$ begin
    update offerings set ${change} where name = '${type} 08:59'; return new; end $$;
    create trigger changes after insert on import_rows for each row execute function changes()`)
  await office.imports.run({ id })
  await expect(importLines(app.services, { importId: id })).rejects.toThrow('was changed meanwhile')
  await app.database.runScript('drop trigger changes on import_rows; drop function changes()')
  await importLines(app.services, { importId: id })
  // As if it had been so from the first, they are a class of their own.
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 11, bad: 0 })
  const dates = await rowsOf(app.db, 'sessions', { name: `${type} 08:59` })
  expect(new Set(dates.map(({ offering_id }) => offering_id)).size).toBe(dates.length)
})

describe('of dates that are there already', () => {
  const headings = 'type,venue,age,name,weekday,start,end,first_day,last_day,room,teacher_email,places,price'
  const readDates = (name: string) => rowsOf(app.db, 'sessions', { name })
  /** A class of three Mondays of which the first has been published, and the headings of its file. */
  async function imported(name: string) {
    const at = await makeOffering(app, { typeName: name, venue: 'Song Hall', ageGroup: '2–3 years' })
    const roomId = await makeRoom(app.db, at.venueId, name)
    const teacher = await makeStaff(app, { role: 'teacher' })
    const line = (cells: { days?: string; end?: string; room?: string; by?: string; sold?: string }) =>
      file(
        headings,
        [`${name},Song Hall,2–3 years`, name, 'Mon,10:00', cells.end ?? '10:45', cells.days]
          .concat([cells.room ?? '', cells.by ?? '', cells.sold ?? '12,8.50'])
          .join(','),
      )
    const first = '04/01/2027,18/01/2027'
    await take(line({ days: first }), 'classes')
    const dates = await readDates(name)
    await office.planner.publish({ sessions: await asRead(app.db, [dates[0]?.id ?? 0]), at: null })
    return { name, first, line, dates, roomId, teacher }
  }

  test('nothing is made twice: what is there is kept and counted, what is new joins the class of the same key', async () => {
    const { name, line, dates } = await imported('Song joined')
    const before = await inAll()
    const later = await take(line({ days: '11/01/2027,01/02/2027' }), 'classes')
    expect(later).toMatchObject({ sentences: [], run: { state: 'done', finished: 1, kept: 0 } })
    expect(later.run.promised).toEqual({
      makes: things({ dates: 2 }),
      joins: things({ classes: 1, dates: 2 }),
      there: things({ dates: 2 }),
    })
    expect(await madeSince(before)).toEqual(later.run.promised?.makes)
    const again = await take(line({ days: '04/01/2027,01/02/2027' }), 'classes')
    expect(again).toMatchObject({ sentences: [], run: { finished: 1, kept: 1 } })
    expect(again.run.promised).toMatchObject({ makes: things({}), there: things({ dates: 5 }) })
    const all = await readDates(name)
    expect(all.map(({ start_date }) => start_date.slice(5))).toEqual([
      ...['01-04', '01-11', '01-18', '01-25', '02-01'],
    ])
    expect(new Set(all.map(({ offering_id, slot_id }) => `${offering_id} ${slot_id}`)).size).toBe(1)
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
    // Of the class that was there Undo takes back what the import added, and no more.
    await office.imports.undo({ id: later.id })
    expect((await readDates(name)).map(({ id }) => id)).toEqual(dates.map(({ id }) => id))
  })

  test('a date sold at another price is made in a class of its own, in the same file too', async () => {
    const { name, line } = await imported('Song apart')
    const before = await inAll()
    const { run } = await take(line({ days: '25/01/2027,25/01/2027', sold: '12,9.00' }), 'classes')
    expect(run.promised).toEqual({
      makes: things({ classes: 1, dates: 1 }),
      joins: things({}),
      there: things({}),
    })
    expect(await madeSince(before)).toEqual(run.promised?.makes)
    const offerings = (await readDates(name)).map(({ offering_id }) => offering_id)
    expect(new Set(offerings).size).toBe(2)
  })

  test('a new date of no credits is a bad line in a class that was made pack-only since', async () => {
    const { name, line, first } = await imported('Song packed')
    const [date] = await readDates(name)
    await changeRows(app.db, 'offerings', { id: date?.offering_id ?? 0 }, { is_pack_only: true })
    const free = line({ days: '18/01/2027,25/01/2027' }).replace('price', 'price,credits')
    const { sentences } = await check(free.replace('8.50', '8.50,0'), 'classes')
    expect(sentences).toEqual([
      'Line 2: the class that is there is for families with a pack only, at 1 credit or more',
    ])
    const there = line({ days: first }).replace('price', 'price,credits')
    expect((await check(there.replace('8.50', '8.50,0'), 'classes')).sentences).toEqual([])
  })

  test('Undo of what was written over gives no date of a class away that was made pack-only since', async () => {
    const { name, line, dates, first } = await imported('Song repacked')
    await changeRows(app.db, 'sessions', { name }, { credits: 0 })
    const paid = line({ days: first }).replace('price', 'price,credits').replace('8.50', '9.00,1')
    const { id } = await take(paid, 'classes', 'overwrite')
    await changeRows(app.db, 'offerings', { id: dates[0]?.offering_id ?? 0 }, { is_pack_only: true })
    await office.imports.undo({ id })
    expect((await readDates(name)).map(row => [row.price_pence, row.credits])).toEqual(
      dates.map(() => [850, 1]),
    )
  })

  test('an empty room and nobody who teaches are filled in, and what stands there is left', async () => {
    const { name, line, dates, first, roomId, teacher } = await imported('Song filled')
    const [taught] = dates
    await office.planner.saveSessions({
      sessions: await asRead(app.db, [taught?.id ?? 0]),
      changes: { addTeachers: [uploader.staffId] },
      ...{ tell: false, reason: '' },
    })
    const by = teacher.email
    const cells = { days: first, room: name, by, sold: '14,9.00' }
    const { id, run } = await take(line(cells), 'classes', 'fillEmpty')
    expect(run).toMatchObject({ finished: 1, kept: 0, bad: 0 })
    expect(await readDates(name)).toMatchObject(
      dates.map(() => ({ room_id: roomId, capacity: 12, price_pence: 850 })),
    )
    const teaching = async () =>
      Promise.all(
        dates.map(async ({ id }) =>
          (await rowsOf(app.db, 'session_teachers', { session_id: id })).map(({ staff_id }) => staff_id),
        ),
      )
    expect(await teaching()).toEqual([[uploader.staffId], [teacher.staffId], [teacher.staffId]])
    await office.imports.undo({ id })
    expect(await readDates(name)).toMatchObject(dates.map(() => ({ room_id: null })))
    expect(await teaching()).toEqual([[uploader.staffId], [], []])
  })

  test('they are written over by the rules of the planner: no fewer places than are taken, no other hour behind a family', async () => {
    const { name, line, dates, first } = await imported('Song over')
    const [booked] = dates
    const session = { id: booked?.id ?? 0, kind: 'class' as const, offeringId: booked?.offering_id ?? 0 }
    const family = await makeFamily(app)
    await family.api.orders.class.place(wishOf(family, session))
    const bad = (cells: object) => check(line({ days: first, ...cells }), 'classes', 'overwrite')
    expect((await bad({ sold: '0,9.00' })).sentences).toEqual([
      'Line 2: Monday 4 January 2027: 1 place is taken or kept. The least is 1. Move or cancel places first',
    ])
    expect((await bad({ end: '11:00' })).sentences).toEqual([
      'Line 2: Monday 4 January 2027: Families have booked this date. Change its end in the planner, where they are told',
    ])
    const { id, run } = await take(line({ days: first, sold: '14,9.00' }), 'classes', 'overwrite')
    expect(run).toMatchObject({ finished: 1, kept: 0, bad: 0 })
    expect(await readDates(name)).toMatchObject(
      dates.map(() => ({ capacity: 14, price_pence: 900, credits: 1 })),
    )
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
    expect((await office.planner.history({ id: session.id })).items[0]).toMatchObject({
      ...{ action: 'session.save', fields: ['capacity', 'pricePence'], reason: `Import ${id}` },
    })
    await changeRows(app.db, 'sessions', { id: dates[2]?.id ?? 0 }, { price_pence: 1_000 })
    await office.imports.undo({ id })
    expect((await readDates(name)).map(row => [row.capacity, row.price_pence])).toEqual([
      [12, 850],
      [12, 850],
      [12, 1_000],
    ])
  })
})

test('an import that was killed goes on where it was, and no line comes twice', async () => {
  const lines = Array.from({ length: 350 }, (_, at) => `many-${at}@example.test,Many,Family${at},`)
  const { id } = await check(file(parents, ...lines))
  await office.imports.run({ id })
  await app.database.runScript(`create function killed() returns trigger language plpgsql as $$ begin
    if new.email = 'many-220@example.test' then raise exception 'killed'; end if; return new; end $$;
    create trigger killed before insert on accounts for each row execute function killed()`)
  await expect(importLines(app.services, { importId: id })).rejects.toThrow('killed')
  expect(await office.imports.get({ id })).toMatchObject({ state: 'running', finished: 200 })
  await app.database.runScript('drop trigger killed on accounts; drop function killed()')
  await Promise.all([
    importLines(app.services, { importId: id }),
    importLines(app.services, { importId: id }),
  ])
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 350 })
  expect(await rowsOf(app.db, 'accounts', { first_name: 'Many' })).toHaveLength(350)
})

test('an import leaves off between two pieces when its process ends, and is the next one’s at once', async () => {
  const lines = Array.from({ length: 350 }, (_, at) => `left-${at}@example.test,Left,Family${at},`)
  const { id } = await check(file(parents, ...lines))
  await office.imports.run({ id })
  const ending = new AbortController()
  // In the middle of the first piece.
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode' && node.sqlFragments[0]?.startsWith('insert into import_rows'))
        ending.abort()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const logged: string[] = []
  const log = { info: () => {}, error: (event: string) => void logged.push(event) }
  await runDueJobs({ ...app.services, db, log }, jobHandlers, { stopping: ending.signal })
  expect(await office.imports.get({ id })).toMatchObject({ state: 'running', finished: 100 })
  const left = { done_at: null, leased_until: null, attempts: 0, last_error: '' }
  expect((await rowsOf(app.db, 'jobs', { kind: 'import-lines' })).at(-1)).toMatchObject(left)
  expect(logged).toEqual([])
  await app.runJobs()
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 350, good: 350 })
  expect(await rowsOf(app.db, 'accounts', { first_name: 'Left' })).toHaveLength(350)
})

/** Forty days have gone by since, and what is forgotten is. */
async function makeOld(id: number): Promise<void> {
  const then = new Date(app.clock.now().getTime() - 40 * 86_400_000)
  await changeRows(app.db, 'imports', { id }, { created_at: then, finished_at: then })
  await clearOldRows(app.services)
}

test('an import that fails again and again is stopped and says so; it can be undone, or gone on with', async () => {
  const lines = Array.from({ length: 150 }, (_, at) => `stuck-${at}@example.test,Stuck,Family${at},`)
  const stuck = file(parents, ...lines)
  const { id } = await check(stuck)
  await app.database.runScript(`create function stuck() returns trigger language plpgsql as $$ begin
    if new.email = 'stuck-120@example.test' then raise exception 'stuck'; end if; return new; end $$;
    create trigger stuck before insert on accounts for each row execute function stuck()`)
  const state = async () => (await office.imports.get({ id })).state
  const began = app.clock.now()
  const runTries = async (tries: number) => {
    for (let made = 0; made < tries; made++) {
      await app.runJobs()
      app.clock.advance(5)
    }
  }
  await office.imports.run({ id })
  await runTries(5)
  expect(await state()).toBe('running')
  await runTries(1)
  expect(await office.imports.get({ id })).toMatchObject({ state: 'failed', finished: 100, canUndo: true })
  expect(await rowsOf(app.db, 'staff_actions', { action: 'import.fail', subject_id: id })).toHaveLength(1)
  expect(await refusal(check(stuck))).toMatch(/^An import of this was begun on .* Open that one to go on/)

  // Half of it is in: however late somebody looks, it can be ended either way.
  await makeOld(id)
  expect(await office.imports.get({ id })).toMatchObject({ state: 'failed', canUndo: true })

  app.clock.set(began)
  await office.imports.run({ id })
  await runTries(6)
  expect(await state()).toBe('failed')
  await app.database.runScript('drop trigger stuck on accounts; drop function stuck()')
  app.clock.set(began)
  await office.imports.run({ id })
  await app.runJobs()
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 150 })
  await office.imports.undo({ id })
  expect(await rowsOf(app.db, 'accounts', { first_name: 'Stuck' })).toEqual([])
})

test('an import that stopped half-way is taken back whole, however late', async () => {
  const { id } = await check(file(parents, 'late@example.test,Late,Family,'))
  await office.imports.run({ id })
  await app.runJobs()
  await changeRows(app.db, 'imports', { id }, { state: 'failed' })
  await makeOld(id)
  await office.imports.undo({ id })
  expect(await rowsOf(app.db, 'accounts', { first_name: 'Late' })).toEqual([])
})

test('one import of a kind runs at a time', async () => {
  const first = await check(file(parents, 'first@example.test,Anna,Bell,'))
  const second = await check(file(parents, 'second@example.test,Anna,Bell,'))
  await office.imports.run({ id: first.id })
  expect(await refusal(office.imports.run({ id: second.id }))).toBe(
    'Ann Perry is importing just now. Press again when that is done',
  )
  await app.runJobs()
  await office.imports.run({ id: second.id })
  await app.runJobs()
  expect(await office.imports.get({ id: second.id })).toMatchObject({ state: 'done', finished: 1 })
})

test('what is imported is what whoever presses was shown, and not what a colleague had checked since', async () => {
  const { accountId } = await makeAccount(app, { email: 'shown@example.test', firstName: 'Before' })
  const { run: shown } = await check(file(parents, 'shown@example.test,Anna,Bell,07700 900123'))
  const { id, policy } = shown
  const columns = shown.columns.map(({ readAs }) => readAs)
  const colleague = await app.office('manager')
  for (const other of [
    { columns, policy: 'overwrite' as const },
    { columns: columns.with(3, ''), policy },
  ]) {
    await colleague.imports.check({ id, ...other })
    expect(await refusal(office.imports.run({ id, columns, policy }))).toMatch(/^This file has been checked/)
  }
  await app.runJobs()
  expect(await office.imports.get({ id })).toMatchObject({ state: 'checked', finished: 0 })
  await colleague.imports.check({ id, columns, policy })
  await office.imports.run({ id, columns, policy })
  await app.runJobs()
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', kept: 1 })
  expect((await rowOf(app.db, 'accounts', { id: accountId })).first_name).toBe('Before')
})

test('a file and what was wrong with it are forgotten after a month', async () => {
  const { id } = await check(file(parents, 'anna@,Anna,Bell,', 'kept@example.test,Anna,Bell,'))
  const change = (values: object) => changeRows(app.db, 'imports', { id }, values)
  const stands = async () => {
    const [row] = await rowsOf(app.db, 'imports', { id })
    return [row?.file_sealed !== null, (await office.imports.problems({ id, after: 0 })).items.length]
  }
  await clearOldRows(app.services)
  expect(await stands()).toEqual([true, 1])
  await change({ created_at: new Date(app.clock.now().getTime() - 31 * 86_400_000) })
  // What can still be undone needs what stood before.
  await change({ state: 'failed', finished_at: app.clock.now() })
  await clearOldRows(app.services)
  expect(await stands()).toEqual([true, 1])
  await change({ finished_at: new Date(app.clock.now().getTime() - 25 * 3_600_000) })
  await clearOldRows(app.services)
  expect(await stands()).toEqual([false, 0])
  // So is what was left of one that was undone when that kept it.
  await changeRows(app.db, 'import_rows', { import_id: id }, { problems: '[{"value": "anna@"}]' })
  await clearOldRows(app.services)
  expect(await stands()).toEqual([false, 0])
  expect(await refusal(office.imports.run({ id }))).toBe('This import is past that step')
})

test('20,000 lines are judged, each bad one by its number, and a page of them is told at a time', async () => {
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
    "Line 2: 'x@' is not an e-mail address",
    'Line 52: email is missing',
    'Line 102: first name is missing',
  ])
  const { items, total } = await office.imports.problems({ id: run.id, after: 9_952 })
  expect(total).toBe(400)
  expect(items[0]?.line).toBe(10_002)
})

test('a family whose lines lie far apart in a long file is taken in and back whole', async () => {
  const before = await inAll()
  const lines = Array.from(
    { length: 600 },
    (_, at) => `far-${at % 599}@example.test,Anna,Bell,,Mia ${at},Bell,17/05/2020,,`,
  )
  const { id } = await take(file(children, ...lines))
  expect(await madeSince(before)).toEqual(things({ families: 599, children: 600 }))
  await office.imports.undo({ id })
  expect(await madeSince(before)).toEqual(things({}))
})

test('others are answered while a file of 20,000 families is judged', async () => {
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
  let longestWait = 0
  while (!isJudged) {
    const asked = performance.now()
    await app.visitor.offerings.class.types({})
    longestWait = Math.max(longestWait, performance.now() - asked)
  }
  await judging
  expect(await office.imports.get({ id })).toMatchObject({ good: 20_000 })
  expect(longestWait / (performance.now() - began)).toBeLessThan(0.2)
})

test('imports are listed page by page, the newest first, those of long ago too', async () => {
  const content = file(children, 'paged@example.test,Anna,Bell,,Mia,Bell,17/05/2020,,')
  const [old, next, newest] = [await check(content), await check(content), await check(content)]
  await changeRows(app.db, 'imports', { id: old.id }, { created_at: new Date('2026-01-05T10:00:00Z') })
  const page = await office.imports.list({ limit: 2 })
  expect(page.items.map(({ id }) => id)).toEqual([newest.id, next.id])
  const { items } = await office.imports.list({ after: page.next ?? undefined, limit: 1 })
  expect(items.map(({ id }) => id)).toEqual([old.id])
})

test('what staff may not is refused, and the file stands nowhere but in its envelope', async () => {
  const desk = await app.office('frontDesk')
  expect(await refusal(desk.imports.list({}))).toBe('Your role does not allow this')
  await check(
    file(
      children,
      'secret@example.test,Anna,Bell,,Mia,Bell,17/05/2020,Kestrelnuts,',
      `other@example.test,Anna,Bell,,Mia,Bell,17/05/2020,-Kestrelnuts,${'Kestrel '.repeat(900)}`,
    ),
  )
  const { rows } = await sql`select (select count(*) from imports i where i::text like '%Kestrel%')
    + (select count(*) from import_rows r where r::text like '%Kestrel%')
    + (select count(*) from staff_requests q where q::text like '%Kestrel%') as found`.execute(app.db)
  expect(rows).toEqual([{ found: 0 }])
})
