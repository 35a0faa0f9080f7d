import { expect, test } from 'vitest'
import { todayInLondon } from '#domain/calendar.ts'
import type { ImportPolicy } from '#domain/office/import-families.ts'
import type { aChild } from '#testing/child-form.ts'
import { findViolations } from '#testing/find-violations.ts'
import { children, createImportClient, file, parents, things } from '#testing/import-client.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const { office, check, take, inAll, madeSince } = await createImportClient(app)

test('families are imported with children, notes, contacts and consent, and log in once invited', async () => {
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
  expect(await refusal(office.imports.undo({ id }))).toContain('can no longer be undone')
})

test('an invitation sent to a wrong address admits nobody once the address is corrected', async () => {
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
  expect(await rowsOf(app.db, 'email_changes', { account_id: id })).toMatchObject([{ taken_back_at: null }])
  const told = await rowOf(app.db, 'mails', { to_email: wrong, purpose: 'email-changed' })
  expect(told.body_text).toContain('can no longer be used to log in')
  expect(told.body_text).not.toContain('http')
  const body = (await app.http.inject(await linkTo(right))).body
  expect(body).toContain(right)
})

test('an import cannot be undone once the office has changed its families, and the refusal says why', async () => {
  const use = async (mark: string, does: (family: number) => Promise<unknown>) => {
    const email = `${mark.toLowerCase()}@example.test`
    const { id } = await take(file(children, `${email},Uma,${mark},,Mia,Used,17/05/2020,,`))
    await does((await rowOf(app.db, 'accounts', { email })).id)
    return refusal(office.imports.undo({ id }))
  }
  const begin = 'This import can no longer be undone: Uma'
  const { families } = office
  expect(
    await use('Corrected', async id => families.save({ ...(await families.details({ id })), town: 'York' })),
  ).toBe(`${begin} Corrected was changed since`)
  expect(await use('Noted', id => families.addNote({ id, text: 'Rang twice' }))).toBe(
    `${begin} Noted has a note since`,
  )
  expect(await use('Frozen', id => families.freeze({ id, reason: 'Under review' }))).toBe(
    `${begin} Frozen was changed since`,
  )
  const addChild = async (id: number) => {
    const [mia] = await families.children({ id })
    const {
      id: _id,
      version: _v,
      isMedicalTold: _m,
      isAllergyTold: _a,
      ...child
    } = await families.child({
      ...{ id, childId: mia?.id ?? 0 },
    })
    return families.saveChild({ id, ...child, firstName: 'Ned' })
  }
  expect(await use('Grown', addChild)).toBe(`${begin} Grown has another child since`)
})

test('an existing family is skipped, completed or overwritten as chosen; Undo restores it', async () => {
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

test('an imported answer about offers counts if the family gave none, or if it is a later no', async () => {
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

  // A yes from before answers were recorded has no row. An imported yes is removed with its import, whatever
  // happened in between.
  const { accountId: id } = await makeAccount(app, { email: 'before@offers.test' })
  await changeRows(app.db, 'accounts', { id }, { wants_offers: true })
  await makeAccount(app, { email: 'between@offers.test' })
  const first = await says('fillEmpty', { between: yes })
  const second = await says('overwrite', { between: 'no,04/09/2025,', before: 'no,04/09/2025,' })
  expect(await seen('between', 'before')).toEqual([false, false].map(no => [no, '2025-09-04']))
  await office.imports.undo({ id: first })
  await office.imports.undo({ id: second })
  expect(await seen('between', 'before')).toEqual([null, true].map(answer => [answer, undefined]))
  // The first of several siblings' lines counts.
  const twice = file(
    `${headings},child_first_name,child_last_name,DOB`,
    `two@offers.test,Anna,Bell,,${yes},Mia,Bell,17/05/2020`,
    'two@offers.test,,,,no,,,Ben,Bell,17/05/2021',
  )
  const { run, sentences } = await take(twice)
  expect(sentences).toEqual([])
  expect(run.warnings.map(({ sentence }) => sentence)).toEqual([
    "Line 3: 'no' differs from line 2, which has the same email address and counts",
  ])
  expect(await seen('two')).toEqual([[true, '2025-09-03']])
})

test('a family’s answer about photos stays unless a file overwrites it', async () => {
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

test('Undo removes contacts that a file added to existing children, unless changed since', async () => {
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
])('Undo removes an imported child, unless its family has changed %s since', async (_, change) => {
  const { accountId, email, api } = await makeAccount(app)
  const contact = (position: number) =>
    ['first_name', 'last_name', 'mobile', 'email', 'relationship'].map(
      column => `contact_${position}_${column}`,
    )
  const people = 'Rita,Rings,07700 900123,rita@example.test,Aunt,Ben,Bell,07700 900124,ben@example.test,Uncle'
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
  expect(await refusal(office.imports.undo({ id }))).toContain('can no longer be undone')
  expect(await api.children.details({ id: childId })).toEqual(changed)
})

test('a family can be imported with as many children as its account may have', async () => {
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

test('undoing changes takes the same few statements for one family or forty', async () => {
  const undone = async (count: number) => {
    const emails = Array.from({ length: count }, (_, at) => `back-${count}-${at}@example.test`)
    const ids: number[] = []
    for (const email of emails) {
      const account = await makeAccount(app, { email, firstName: 'Before' })
      ids.push(
        await makeChild(app, account, { firstName: 'Mia', lastName: 'Back', dateOfBirth: '2020-05-17' }),
      )
    }
    const first = async () => {
      const stored = await rowOf(app.db, 'children', { id: ids[0] as number })
      // The version keeps rising, so that an office form that was open is refused.
      const { version: _version, updated_at: _at, updated_by: _by, ...child } = stored
      return child
    }
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

test('a phone number that lost its leading zero in a spreadsheet gets it back', async () => {
  const line = (child: string) => `zero@example.test,Anna,Zero,7700900456,${child},Zero,17/05/2020,,`
  const { sentences } = await take(file(children, line('Mia'), line('Ben')))
  expect(sentences).toEqual([])
  expect(await rowOf(app.db, 'accounts', { email: 'zero@example.test' })).toMatchObject({
    mobile: '07700900456',
  })
  expect((await office.families.search({ words: '07700 900456' })).people).toMatchObject([
    { name: 'Anna Zero' },
  ])
})

test('a family on distant lines of a long file is imported and undone as a whole', async () => {
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
