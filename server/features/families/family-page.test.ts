import { expect, test } from 'vitest'
import { aChild } from '#testing/child-form.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const office = await app.office('frontDesk')
const _found = async (words: string) =>
  (await office.families.search({ words })).people.map(({ name }) => name)

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

test("a family's waiting entries are listed while their sessions are still to come", async () => {
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

test("a family's answer about offers is shown with its wording", async () => {
  const { api, accountId: id, email } = await makeAccount(app)
  const manager = await app.office('manager')
  const inFile = async () =>
    (await manager.families.export({ words: email })).text.trim().split(',').at(-1) ?? ''
  const told = async () => {
    const { wantsOffers, consent } = await office.families.get({ id })
    return [wantsOffers, consent?.isGiven, consent?.wording]
  }
  // A family never asked has not said no: the file may come back as an import.
  expect(await inFile()).toBe('')
  await writeRow(app.db, 'consents', {
    ...{ account_id: id, kind: 'offers', is_given: true, wording: 'Send me news', given_on: '2025-09-03' },
    ...{ source: 'import 1', created_at: app.clock.now() },
  })
  await changeRows(app.db, 'accounts', { id }, { wants_offers: true })
  expect(await told()).toEqual([true, true, 'Send me news'])
  // An answer from before the words were recorded.
  await changeRows(app.db, 'accounts', { id }, { wants_offers: false })
  expect(await told()).toEqual([false, undefined, undefined])
  await api.accounts.saveOrigin({ wantsOffers: false, heardFrom: 'Other' })
  expect(await told()).toEqual([false, false, 'Would you like to receive offers by email?'])
  expect(await inFile()).toBe('no')
})

test("a family's page shows that notes exist, without their text and without a log row", async () => {
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
