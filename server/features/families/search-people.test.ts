import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { maxFamiliesFound } from '#contract/office/families.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { changeRows, writeRow } from '#testing/rows.ts'
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

test('an email address is found as written, and by each of its words', async () => {
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

test('search follows changes of names, addresses, children and closing', async () => {
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

test('a guest is found with the latest order, and an order by its full number', async () => {
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

test('a guest is found with their last and next day, as a family is', async () => {
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

test('a guest who only waits is found with the waiting list and their contact', async () => {
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

test('families are sorted by name across pages, in both directions', async () => {
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

test('the exported file of a search contains everybody it finds and nobody else', async () => {
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

test('the exported file of a search can hold more families than its list shows', async () => {
  await sql`insert into accounts (email, password_hash, first_name, last_name, created_at)
    select 'many' || n || '@example.test', '', 'Ida' || n, 'Hollowell', ${app.clock.now()} from generate_series(1, 501) n`.execute(
    app.db,
  )
  const { families } = await app.office('manager')
  expect((await families.search({ words: 'hollow' })).total).toBe(maxFamiliesFound)
  const { text } = await families.export({ words: 'hollow' })
  expect(text.trim().split('\r\n').slice(1)).toHaveLength(501)
})
