import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mostFamiliesFound } from '#contract/office/families.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { aChild } from '#testing/child-form.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeFamily, wishOf } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-of.ts'
import { sendAndReadCode } from '#testing/read-code.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const office = await app.office('frontDesk')
const found = async (words: string) =>
  (await office.families.search({ words })).people.map(({ name }) => name)

test('a family is found by the beginnings of its words, in any order and spelling', async () => {
  const zoe = await makeAccount(app, {
    email: 'zoe.brien@example.test',
    firstName: 'Zoë',
    lastName: 'O’Brien-Łuk',
  })
  await changeRows(
    app.db,
    'accounts',
    { id: zoe.accountId },
    { mobile: '+44 7700 900 777', postcode: 'LS9 4QX' },
  )
  await makeChild(app, zoe, { firstName: 'Anne-Marie', lastName: 'Luk' })
  await makeAccount(app, { firstName: 'Zoe', lastName: 'Other' })
  for (const words of [
    'zoe obr',
    'OBRIEN',
    'marie zoë',
    'anne-m',
    'zoe.brien@ex',
    'brien zo',
    '07700 900777',
    '+44 7700 900777',
    '0770090077',
    'ls9 4qx',
    'ls94',
    'luk',
  ]) {
    expect(await found(words), words).toEqual(['Zoë O’Brien-Łuk'])
  }
  for (const words of ['obrian', 'z', '', '  ', "'", "zoe' & x", '\\', ':*', 'zoe !!! nobody']) {
    expect(await found(words), words).toEqual([])
  }
})

test('an address is found as it is written, and from each word of it', async () => {
  await makeAccount(app, {
    email: 'wen-li.o’dowd@two-hats.example.test',
    firstName: 'Wen',
    lastName: 'Hatter',
  })
  for (const words of [
    'wen-li.o’dowd@two-hats.example.test',
    "Wen-Li.O'Dowd@two-h",
    'wen-li',
    'li',
    'odowd',
  ]) {
    expect(await found(words), words).toEqual(['Wen Hatter'])
  }
  expect(await found('wen-lo.odowd@two-hats')).toEqual([])
})

test('what is found follows names, addresses, children and closing', async () => {
  const family = await makeFamily(app, { firstName: 'Quentin', lastName: 'Before' })
  await changeRows(app.db, 'accounts', { id: family.accountId }, { last_name: 'Afterwards' })
  expect(await found('quentin before')).toEqual([])
  expect(await found('quentin after')).toEqual(['Quentin Afterwards'])
  await changeRows(app.db, 'children', { id: family.childId }, { first_name: 'Xanthippe' })
  expect(await found('xanth')).toEqual(['Quentin Afterwards'])
  await family.api.ownData.closeAccount({ password: 'Password1', giveUpBookings: true })
  expect(await found('quentin')).toEqual([])
  expect(await found('xanth')).toEqual([])
})

test('a guest is found with the latest order, and an order by its whole number', async () => {
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
  const { orderNumber } = await makeBooking(app, session.id, {
    attendeeName: 'Gwendolen Guest',
    attendeeEmail: 'gwen.guest@example.test',
  })
  expect(await office.families.search({ words: 'gwendolen' })).toMatchObject({
    people: [{ badge: 'guest', accountId: null, email: 'gwen.guest@example.test', orderNumber }],
    total: 1,
  })
  expect(await office.families.search({ words: orderNumber })).toMatchObject({ orderNumber })
  expect(await office.families.search({ words: orderNumber.slice(0, -1) })).toMatchObject({ orderNumber: '' })
})

test('a guest is found with the day they last came and the next that they come, as a family is', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const gina = { attendeeName: 'Gina Gone', attendeeEmail: 'gina@example.test' }
  for (const date of ['2026-11-16', '2026-11-09', '2026-11-30', '2026-12-07']) {
    await makeBooking(app, (await makeSession(app, offering, { date })).id, gina)
  }
  await makeBooking(app, (await makeSession(app, offering, { date: '2026-11-24' })).id, {
    attendeeName: 'Somebody Else',
    attendeeEmail: 'else@example.test',
  })
  expect((await office.families.search({ words: 'gina gone' })).people).toMatchObject([
    { last: '2026-11-16', next: '2026-11-30' },
  ])
  const { text } = await (await app.office('manager')).families.export({ words: 'gina gone' })
  expect(text).toContain('2026-11-16')
})

test('a guest who only waits leads to what they wait for, where the desk sees how to reach them', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const past = await makeSession(app, offering, { date: '2026-11-20' })
  const next = await makeSession(app, offering, { date: '2026-11-25' })
  const later = await makeSession(app, offering, { date: '2026-12-02' })
  const entry = { kind: 'parentSession' as const, status: 'waiting' as const, created_at: app.clock.now() }
  const waiting = { ...entry, offering_id: offering.id, phone: '07700 900123' }
  await writeRow(app.db, 'waiting_entries', {
    ...waiting,
    name: 'Wilma Waits',
    email: 'wilma@example.test',
    session_id: later.id,
  })
  await writeRow(app.db, 'waiting_entries', { ...waiting, name: 'Anyday Adams', email: 'any@example.test' })
  const leadsTo = async (words: string) => {
    const { people } = await office.families.search({ words })
    return people.map(({ orderNumber, waitsFor }) => [orderNumber, waitsFor])
  }
  expect(await leadsTo('wilma')).toEqual([['', later.id]])
  expect(await leadsTo('anyday')).toEqual([['', next.id]])
  const { waiting: seen } = await office.registers.get({ sessionId: later.id })
  expect(seen).toMatchObject([
    { name: 'Wilma Waits', phone: '07700 900123', email: 'wilma@example.test', accountId: null },
    { name: 'Anyday Adams' },
  ])
  expect((await office.registers.get({ sessionId: past.id })).waiting).toHaveLength(1)
})

test('a family is seen with its children, places, orders and ledger', async () => {
  const family = await makeFamily(app, { credits: 3, points: 5 })
  const session = await makeSession(app, await makeOffering(app))
  const { orderNumber } = await makeBooking(app, session.id, { ...family, status: 'held' })
  const { accountId: id } = family
  const seen = await office.families.get({ id })
  expect(seen).toMatchObject({ id, credits: 3, points: 5, hasPassword: true, children: [{ age: 6 }] })
  expect(seen.next).toMatchObject([{ sessionId: session.id, state: 'held', orderNumber }])
  expect(seen.unpaid).toMatchObject([{ number: orderNumber, state: 'unpaid' }])
  expect(await office.families.children({ id })).toMatchObject([{ firstName: 'Leo', contacts: [{}, {}] }])
  expect(await office.families.places({ id })).toMatchObject({
    items: [{ orderNumber }],
    total: 1,
    next: null,
  })
  expect(await office.families.orders({ id })).toMatchObject({ items: [{ number: orderNumber }], total: 1 })
  expect(await office.families.ledger({ id })).toMatchObject({ items: [{ of: 'points' }, { of: 'credits' }] })
  expect(await refusal(office.families.get({ id: 99_999_999 }))).toBe('This family was not found')
})

test('a family waits in the office, as on its own page, for as long as what it waits for is to come', async () => {
  const before = app.clock.now()
  const family = await makeFamily(app)
  const { accountId: id, api, childIds } = family
  const offering = await makeOffering(app)
  const attendees = { who: 'children' as const, childIds }
  const next = await makeSession(app, offering, { capacity: 0, date: '2026-11-24' })
  await makeSession(app, offering, { capacity: 0, date: '2026-11-26' })
  await api.waitingLists.class.join({ offeringId: offering.id, sessionId: next.id, attendees })
  await api.waitingLists.class.join({ offeringId: offering.id, attendees })
  const seen = async () => {
    const { waiting } = await (await app.office('frontDesk')).families.get({ id })
    expect(await api.ownWaiting.list()).toHaveLength(waiting.length)
    return waiting.length
  }
  const told = [await seen()]
  for (const day of ['2026-11-25', '2026-11-27']) {
    app.clock.set(`${day}T12:00:00Z`)
    told.push(await seen())
  }
  app.clock.set(before.toISOString())
  expect(told).toEqual([2, 1, 0])
})

test('the words that a family answered about offers are told as long as they are its answer', async () => {
  const { api, accountId: id, email } = await makeAccount(app)
  const manager = await app.office('manager')
  const inFile = async () =>
    (await manager.families.export({ words: email })).text.trim().split(',').at(-1) ?? ''
  const told = async () => {
    const { wantsOffers, consent } = await office.families.get({ id })
    return [wantsOffers, consent?.isGiven, consent?.wording]
  }
  // Who was never asked has not said no: the file may come back as an import.
  expect(await inFile()).toBe('')
  await writeRow(app.db, 'consents', {
    ...{ account_id: id, kind: 'offers', is_given: true, wording: 'Send me news', given_on: '2025-09-03' },
    ...{ source: 'import 1', created_at: app.clock.now() },
  })
  await changeRows(app.db, 'accounts', { id }, { wants_offers: true })
  expect(await told()).toEqual([true, true, 'Send me news'])
  // As an answer stands that was given before its words were kept.
  await changeRows(app.db, 'accounts', { id }, { wants_offers: false })
  expect(await told()).toEqual([false, undefined, undefined])
  await api.accounts.saveOrigin({ wantsOffers: false, heardFrom: 'Other' })
  expect(await told()).toEqual([false, false, 'Would you like to receive offers by email?'])
  expect(await inFile()).toBe('no')
})

test('a long list is read page by page, each row once', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  for (let week = 0; week < 5; week++) {
    const session = await makeSession(app, offering, { date: `2026-12-0${week + 1}` })
    await makeBooking(app, session.id, family)
  }
  const pages = []
  let after: string | undefined
  do {
    const page = await office.families.places({ id: family.accountId, limit: 2, after })
    expect(page.total).toBe(5)
    pages.push(page.items.map(({ date }) => date))
    after = page.next ?? undefined
  } while (after)
  expect(pages).toEqual([['2026-12-05', '2026-12-04'], ['2026-12-03', '2026-12-02'], ['2026-12-01']])
})

test('a family’s page shows signs of an allergy and a condition, without words and without a row in the log', async () => {
  const account = await makeAccount(app)
  const id = account.accountId
  await account.api.children.add({
    ...aChild,
    firstName: 'Ada',
    allergy: 'Peanuts: carries an EpiPen',
    medical: 'None',
  })
  await account.api.children.add({
    ...aChild,
    firstName: 'Bea',
    allergy: 'No known allergies',
    medical: 'Asthma',
  })
  const family = await office.families.get({ id })
  expect(family.children).toMatchObject([
    { name: 'Ada Shah', hasAllergy: true, hasMedical: false },
    { name: 'Bea Shah', hasAllergy: false, hasMedical: true },
  ])
  expect(JSON.stringify(family)).not.toMatch(/Peanuts|Asthma/)
  expect(await rowsOf(app.db, 'staff_actions', { account_id: id })).toEqual([])
})

test('notes are read with a proof of person of the last eight hours, and not with an older one', async () => {
  const { childId } = await makeFamily(app)
  const manager = await app.office('manager')
  const asked = { childIds: [childId], reason: 'Emergency' }
  app.clock.advance(8 * 60 - 1)
  expect(await manager.families.readNotes(asked)).toHaveLength(1)
  app.clock.advance(2)
  expect(await refusal(manager.families.readNotes(asked))).toContain('Please confirm')
  app.clock.advance(-8 * 60 - 1)
})

test('medical notes are opened with a reason, which stands in the log, and not by everybody', async () => {
  const { accountId, childId } = await makeFamily(app)
  const manager = await app.office('manager')
  const asked = { childIds: [childId], reason: 'The school rang' }
  const openedBefore = (await rowsOf(app.db, 'note_opens'))[0]?.opened ?? 0
  expect(await refusal(manager.families.readNotes({ ...asked, reason: ' ' }))).toBe('Please say why')
  expect(await refusal(office.families.readNotes(asked))).toContain('come today or tomorrow')
  expect(await refusal((await app.office('teacher')).families.readNotes(asked))).toBe(
    'Your role does not allow this',
  )
  const ofFamily = { action: 'notes.read', account_id: accountId }
  expect(await rowsOf(app.db, 'staff_actions', ofFamily)).toEqual([])
  expect(await manager.families.readNotes(asked)).toEqual([{ childId, medical: 'None', allergy: 'None' }])
  const { child_ids, ...logged } = await rowOf(app.db, 'staff_actions', ofFamily)
  expect(logged).toMatchObject({ reason: 'The school rang' })
  expect(child_ids.map(Number)).toEqual([childId])
  expect(await rowOf(app.db, 'note_opens')).toMatchObject({ opened: openedBefore + 1 })
  expect(await manager.families.history({ id: accountId })).toMatchObject({
    items: [{ action: 'notes.read' }],
  })

  const session = await makeSession(app, await makeOffering(app), { date: '2026-11-24' })
  await makeBooking(app, session.id, { accountId, childId })
  expect(await office.families.readNotes(asked)).toHaveLength(1)
  // Hidden on the site, it is held for who has a place.
  await changeRows(app.db, 'sessions', { id: session.id }, { status: 'withdrawn' })
  expect(await office.families.readNotes(asked)).toHaveLength(1)
})

test('no note is shown that could not be written down', async () => {
  const { childId } = await makeFamily(app)
  const manager = await app.office('manager')
  await app.database.runScript(
    `alter table staff_actions add constraint broken check (action <> 'notes.read') not valid`,
  )
  await expect(
    manager.families.readNotes({ childIds: [childId], reason: 'The school rang' }),
  ).rejects.toThrow()
  await app.database.runScript('alter table staff_actions drop constraint broken')
})

test('families sorted by name stand as in a directory over the pages, forwards and backwards', async () => {
  for (const [firstName, lastName] of [
    ['Ann', 'aaaa'],
    ['Zoe', 'AAAB'],
    ['Eve', 'Ááac'],
    ['Bea', 'Aaaa'],
  ] as const)
    await makeAccount(app, { firstName, lastName })
  const one = (sort: 'name' | '-name', after?: string) => office.families.list({ sort, limit: 1, after })
  const names: string[] = []
  let after: string | undefined
  for (let page = 0; page < 4; page += 1) {
    const { items, next } = await one('name', after)
    names.push(...items.map(({ name }) => name))
    after = next ?? undefined
  }
  expect(names).toEqual(['Ann aaaa', 'Bea Aaaa', 'Zoe AAAB', 'Eve Ááac'])
  const { total } = await one('-name')
  const backwards = (await office.families.list({ sort: '-name', limit: 200 })).items.map(({ name }) => name)
  expect(backwards).toHaveLength(total)
  expect(backwards.slice(-4)).toEqual([...names].reverse())
})

test('the file of a search holds whom the search means, all of them and nobody else', async () => {
  for (let at = 0; at < 22; at += 1) {
    await makeAccount(app, { firstName: `Fern${at}`, lastName: 'Quillfeather' })
  }
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
  await makeBooking(app, session.id, {
    attendeeName: 'Quillfeather Guest',
    attendeeEmail: 'guest@quill.test',
  })
  const manager = await app.office('manager')
  const { total } = await manager.families.search({ words: 'quillfeather' })
  const { text } = await manager.families.export({ words: 'quillfeather' })
  const lines = text.trim().split('\r\n').slice(1)
  expect(total).toBe(23)
  expect(lines).toHaveLength(total)
  expect(lines.every(line => line.includes('Quillfeather'))).toBe(true)
  expect(lines.at(-1)).toMatch(/^,Quillfeather Guest,,guest@quill.test,/)
})

test('the file of a search goes on where the list has long ended', async () => {
  await sql`insert into accounts (email, password_hash, first_name, last_name, created_at)
    select 'many' || n || '@example.test', '', 'Ida' || n, 'Hollowell', ${app.clock.now()} from generate_series(1, 501) n`.execute(
    app.db,
  )
  const { families } = await app.office('manager')
  expect((await families.search({ words: 'hollow' })).total).toBe(mostFamiliesFound)
  const { text } = await families.export({ words: 'hollow' })
  expect(text.trim().split('\r\n').slice(1)).toHaveLength(501)
})

/** What is written row by row breaks some: what is done to it breaks no other. */
const brokenRules = async () =>
  (await findViolations(app.db, app.clock.now())).map(({ rule, violations }) => `${rule}: ${violations}`)

test('a child is taken off its family for good, with all that was told of it', async () => {
  const manager = await app.office('manager')
  const family = await makeFamily(app, { children: 2 })
  const { accountId: id, childIds, api } = family
  const [childId, sibling] = childIds as [number, number]
  const offering = await makeOffering(app)
  const past = await makeSession(app, offering, { date: '2026-11-20', offersTrial: true })
  const place = await makeBooking(app, past.id, { accountId: id, childId, isTrial: true })
  const coming = await makeSession(app, offering, { date: '2026-12-01' })
  const attendees = (...ids: number[]) => ({ who: 'children' as const, childIds: ids })
  await api.sessionBaskets.class.add({ sessionIds: [coming.id], attendees: attendees(childId) })
  const both = await makeSession(app, offering, { date: '2026-12-02' })
  await api.sessionBaskets.class.add({ sessionIds: [both.id], attendees: attendees(childId, sibling) })
  const full = await makeSession(app, offering, { capacity: 0 })
  const wish = { offeringId: offering.id, sessionId: full.id, attendees: attendees(childId) }
  await api.waitingLists.class.join(wish)

  const asked = { id, childId, reason: 'Moved abroad' }
  expect(await refusal(office.families.removeChild(asked))).toBe('Your role does not allow this')
  expect(await refusal(manager.families.removeChild({ ...asked, reason: ' ' }))).toBe('Please say why')
  const other = await makeFamily(app)
  expect(await refusal(manager.families.removeChild({ ...asked, childId: other.childId }))).toBe(
    'This child was not found',
  )
  const { orderNumber } = await api.orders.class.place(wishOf({ ...family, childIds: [childId] }, coming))
  expect(await refusal(manager.families.removeChild(asked))).toMatch(/^This child has places still to come/)
  await api.orders.class.cancel({ orderNumber })

  const before = await brokenRules()
  await manager.families.removeChild(asked)
  expect((await api.children.list({})).map(child => child.id)).toEqual([sibling])
  expect(await refusal(api.children.details({ id: childId }))).toBe('This child was not found')
  expect(await rowsOf(app.db, 'emergency_contacts', { child_id: childId })).toEqual([])
  const shown = await manager.families.places({ id })
  expect(shown.items.map(({ who }) => who)).toEqual(['Erased', 'Erased'])
  expect(await rowOf(app.db, 'bookings', { id: place.bookingId })).toMatchObject({
    child_id: null,
    trial_person: null,
  })
  const { lines } = await api.sessionBaskets.class.list({ lineIds: [], discountCode: '' })
  expect(lines.items).toMatchObject([{ session: { id: both.id }, children: [{ id: sibling }] }])
  expect(await rowOf(app.db, 'waiting_entries', { account_id: id })).toMatchObject({
    status: 'withdrawn',
    child_id: null,
  })
  expect((await manager.families.history({ id })).items).toMatchObject([
    { action: 'family.removeChild', reason: 'Moved abroad' },
  ])
  expect(await rowOf(app.db, 'mails', { account_id: id, purpose: 'family' })).toMatchObject({
    to_email: family.email,
    subject: 'Leo was taken off your account',
  })
  expect(await refusal(manager.families.removeChild(asked))).toBe('This child was not found')
  expect(await brokenRules()).toEqual(before)
})

test('a family is given another address, and both are told', async () => {
  const family = await makeFamily(app)
  const { accountId: id, email: before, api } = family
  const email = `new.${before}`
  const asked = { id, before, email }
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.families.changeEmail(asked))).toBe('Your role does not allow this')
  expect(await refusal(office.families.changeEmail({ ...asked, email: 'nothing' }))).toMatch(/valid email/)
  expect(await refusal(office.families.changeEmail({ ...asked, email: before }))).toMatch(/they have/)
  const other = await makeFamily(app)
  expect(await refusal(office.families.changeEmail({ ...asked, email: other.email }))).toMatch(
    /already registered/,
  )
  expect(await refusal(office.families.changeEmail({ ...asked, before: email }))).toMatch(/changed meanwhile/)
  const unattended = await app.office('frontDesk')
  app.clock.advance(11)
  expect(await refusal(unattended.families.changeEmail(asked))).toMatch(/confirm that it is you/)
  app.clock.advance(-11)

  const broken = await brokenRules()
  const feed = new URL((await api.calendarFeed.make()).address).pathname
  await office.families.changeEmail(asked)
  expect(await refusal(api.accounts.profile())).toBe('401 Please log in')
  expect((await app.http.inject({ url: feed })).statusCode).toBe(404)
  const signIn = (login: string) => app.visitor.accounts.signIn({ email: login, password: 'Password1' })
  expect(await refusal(signIn(before))).toBe('Incorrect email or password')
  await signIn(email)
  expect(await office.families.get({ id })).toMatchObject({ email })
  expect((await office.families.history({ id })).items).toMatchObject([{ action: 'family.changeEmail' }])
  const told = await rowsOf(app.db, 'mails', { account_id: id, purpose: 'email-changed' })
  expect(told.map(mail => mail.to_email).sort()).toEqual([before, email].sort())
  expect(told.find(mail => mail.to_email === email)?.body_text).toContain('Your password stays as it was')
  const link = told.find(mail => mail.to_email === before)?.body_text ?? ''
  const secret = /#(\S+)/.exec(link)?.[1] ?? ''
  expect(await app.visitor.accounts.takeBackEmail({ secret })).toEqual({ outcome: 'takenBack' })
  expect(await office.families.get({ id })).toMatchObject({ email: before })
  expect(await brokenRules()).toEqual(broken)
})

test('a family without a password that is given another address is told how to choose one', async () => {
  const { accountId: id, email: before } = await makeFamily(app)
  await changeRows(app.db, 'accounts', { id }, { password_hash: '' })
  const email = `other.${before}`
  await office.families.changeEmail({ id, before, email })
  const { body_text: text } = await rowOf(app.db, 'mails', { to_email: email })
  expect(text).toContain('has no password yet')
  expect(text).not.toContain('stays as it was')
})

/** A family with an allergy whose address the office has just changed, and what is mailed to the old one. */
async function movedFamily(by = office) {
  const family = await makeFamily(app)
  const { accountId: id, email: before } = family
  const [child] = await family.api.children.list()
  if (!child) throw new Error('no child')
  await family.api.children.edit({ ...child, allergy: 'Peanuts: carries an EpiPen' })
  const email = `moved.${before}`
  await by.families.changeEmail({ id, before, email })
  const { token } = await app.visitor.accounts.signIn({ email, password: 'Password1' })
  const { body_text: text } = await rowOf(app.db, 'mails', { to_email: before, purpose: 'email-changed' })
  const secret = /#(\S+)/.exec(text)?.[1] ?? ''
  return { id, before, email, child, secret, api: app.apiOf({ token }) }
}
const allergyOf = async ({ api, child }: Awaited<ReturnType<typeof movedFamily>>) => {
  const [listed] = await api.children.list()
  const details = await api.children.details({ id: child.id })
  expect(listed).toEqual(details)
  const { json } = await api.ownData.download()
  expect(JSON.parse(json).children[0].allergy).toBe(details.allergy)
  return details.allergy || details.notesShownOn
}

test('after a change of address by the office notes are closed on the site, and a save leaves them alone', async () => {
  const family = await movedFamily(await app.office('manager'))
  const { api, child, id } = family
  const shownOn = todayInLondon(new Date(app.clock.now().getTime() + 7 * 24 * 3_600_000))
  expect(await allergyOf(family)).toBe(shownOn)
  const closed = await api.children.details({ id: child.id })
  expect(closed).toMatchObject({ medical: '', allergy: '', notesClosed: true })
  await api.children.edit({ ...closed, note: 'Sings' })
  await api.children.edit({ ...closed, allergy: 'None', medical: 'None', note: 'Sings' })
  const { id: newChild } = await api.children.add({ ...child, firstName: 'Mia', allergy: 'Eggs' })
  expect(await api.children.details({ id: newChild })).toMatchObject({ allergy: '', notesClosed: true })
  app.clock.advance(7 * 24 * 60 - 1)
  expect(await allergyOf(family)).toBe(shownOn)
  app.clock.advance(1)
  expect(await allergyOf(family)).toBe('Peanuts: carries an EpiPen')
  expect(await api.children.details({ id: child.id })).toEqual({
    ...child,
    allergy: 'Peanuts: carries an EpiPen',
    note: 'Sings',
  })
  const [logged] = await rowsOf(app.db, 'staff_actions', { action: 'family.changeEmail', account_id: id })
  expect(logged).toMatchObject({
    child_ids: expect.toSatisfy((ids: unknown[]) => String(ids) === String(child.id)),
    facts: { opens: 'account, bookings, medical, allergy', notesShownFrom: expect.stringContaining(shownOn) },
  })
})

test('until the old address agrees the password is not reset and no note is shown', async () => {
  const family = await movedFamily(await app.office('manager'))
  const { email, secret } = family
  const { accounts } = app.visitor
  const code = await sendAndReadCode(app, 'resetPassword', email)
  const asked = { email, code, newPassword: 'another-one-1' }
  expect(await refusal(accounts.resetPassword(asked))).toMatch(
    /^We changed the email address .* once the old/,
  )
  expect(await accounts.takeBackEmail({ secret, agrees: true })).toEqual({ outcome: 'agreed' })
  expect(await accounts.takeBackEmail({ secret, agrees: true })).toEqual({ outcome: 'agreed' })
  expect(await allergyOf(family)).toBe('Peanuts: carries an EpiPen')
  await accounts.resetPassword(asked)
  await accounts.signIn({ email, password: 'another-one-1' })
  // Who has agreed can still take it back, and nobody agrees afterwards.
  expect(await accounts.takeBackEmail({ secret })).toEqual({ outcome: 'takenBack' })
  expect(await accounts.takeBackEmail({ secret, agrees: true })).toEqual({ outcome: 'wasTakenBack' })
})

test('an account that was taken back shows its notes, and one whose address was changed twice does not', async () => {
  const by = await app.office('manager')
  const taken = await movedFamily(by)
  await app.visitor.accounts.takeBackEmail({ secret: taken.secret })
  const code = await sendAndReadCode(app, 'resetPassword', taken.before)
  await app.visitor.accounts.resetPassword({ email: taken.before, code, newPassword: 'another-one-1' })
  const { token } = await app.visitor.accounts.signIn({ email: taken.before, password: 'another-one-1' })
  expect(await allergyOf({ ...taken, api: app.apiOf({ token }) })).toBe('Peanuts: carries an EpiPen')

  const twice = await movedFamily(by)
  const { id, email } = twice
  await by.families.changeEmail({ id, before: email, email: `again.${email}` })
  const { body_text } = await rowOf(app.db, 'mails', {
    to_email: email,
    purpose: 'email-changed',
    subject: 'The email address of your account was changed',
  })
  await app.visitor.accounts.takeBackEmail({ secret: /#(\S+)/.exec(body_text)?.[1] ?? '', agrees: true })
  const signedIn = await app.visitor.accounts.signIn({ email: `again.${email}`, password: 'Password1' })
  expect(await allergyOf({ ...twice, api: app.apiOf(signedIn) })).not.toContain('Peanuts')
})

test('one person changes three addresses a day, and the owners are told from the second on', async () => {
  const owner = await makeStaff(app, { role: 'owner' })
  const by = await app.office('frontDesk')
  const told = async () =>
    (await rowsOf(app.db, 'mails', { to_email: owner.email })).map(({ subject }) => subject)
  await movedFamily(by)
  expect(await told()).toEqual([])
  await movedFamily(by)
  await movedFamily(by)
  const ofFamilies = (count: number) => expect.stringContaining(`of ${count} families today`)
  expect(await told()).toEqual([ofFamilies(2), ofFamilies(3)])
  expect(await refusal(movedFamily(by))).toMatch(/three addresses today/)
  await movedFamily(await app.office('frontDesk'))
  app.clock.advance(24 * 60)
})
