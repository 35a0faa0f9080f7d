import { expect, test } from 'vitest'
import { asRead, classAsRead, classInput } from '#testing/make-class.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { rowOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
app.clock.set('2026-11-23T09:00:00Z')
const office = await app.office('owner')

test('a class without a price in credits uses none, and the form shows what a credit costs', async () => {
  const { credits: _typed, ...requested } = await classInput(app, office, { publish: 'now' })
  const { offeringId, sessionIds } = await office.planner.makeClass(requested)
  const session = { id: sessionIds[0] as number, kind: 'class' as const, offeringId }
  const family = await makeFamily(app, { credits: 3 })
  await family.api.orders.class.place(bookingRequest(family, session, { creditsWanted: 1 }))
  expect(await rowOf(app.db, 'orders', { account_id: family.accountId })).toMatchObject({
    total_pence: 850,
    credits_used: 0,
  })

  const bare = await makeOffering(app)
  const date = { date: '2027-01-19', startTime: '10:00', endTime: '10:45' }
  const alone = { roomId: null, capacity: 12, teacherIds: [], reason: '' }
  await office.planner.addDates({ id: bare.id, ...alone, dates: [date] })
  expect(await rowOf(app.db, 'sessions', { offering_id: bare.id })).toMatchObject({ credits: 0 })

  expect(await office.planner.choices({})).toMatchObject({ cheapestPack: null })
  const packs = [
    { name: 'Free taste', credits: 2, price_pence: 0 },
    { name: 'Ten classes', credits: 10, price_pence: 7500 },
    { name: 'Five classes', credits: 5, price_pence: 4000 },
    { name: 'Old pack', credits: 10, price_pence: 1000, is_active: false },
  ]
  for (const pack of packs) await writeRow(app.db, 'class_packs', pack)
  expect(await office.planner.choices({})).toMatchObject({
    cheapestPack: { name: 'Ten classes', credits: 10, pricePence: 7500 },
  })
})

test("staff everywhere read a date's class first and its own title second", async () => {
  const at = await makeOffering(app, { name: 'Kick About juniors' })
  const day = '2026-11-23'
  const session = await makeSession(app, at, {
    date: day,
    startTime: '10:00',
    endTime: '10:45',
    name: 'Family match',
  })
  const title = 'Kick About juniors, Family match'
  const family = await makeFamily(app)
  await family.api.orders.class.place(bookingRequest(family, session))
  const { number } = (await office.orders.list({ after: '' })).items[0] as { number: string }
  expect(await office.planner.week({ from: day, to: day })).toMatchObject([{ title }])
  expect(await office.registers.day({ date: day })).toMatchObject({ sessions: [{ title }] })
  expect(await office.registers.get({ sessionId: session.id })).toMatchObject({ title })
  expect(await office.orders.get({ number })).toMatchObject({ places: [{ title }] })
  expect(await office.health.today({})).toMatchObject({ sessions: [{ name: title }] })
})

test('a class shows its days and price from the dates on sale, or its own text', async () => {
  const { termId: _none, ...requested } = await classInput(app, office, { publish: 'now', to: '2027-01-26' })
  const { offeringId, sessionIds } = await office.planner.makeClass(requested)
  const family = await makeFamily(app)
  const asked = bookingRequest(family, { id: sessionIds[0] as number, kind: 'class', offeringId })
  const told = async () => {
    const { offering } = await family.api.orders.class.preview({ ...asked, discountCode: '' })
    const { startDate, endDate, oneOffPricePence } = await app.visitor.offerings.class.introduction({
      id: offeringId,
    })
    expect([offering.startDate, offering.endDate]).toEqual([startDate, endDate])
    return [startDate, endDate, offering.priceDescription, oneOffPricePence]
  }
  expect(await told()).toEqual(['2027-01-05', '2027-01-26', '£8.50 or 1 class credit', 850])
  const { saved } = await office.planner.saveSessions({
    sessions: await asRead(app.db, sessionIds),
    changes: { pricePence: 1450, credits: 2 },
    tell: false,
    reason: '',
  })
  const last = saved.find(({ id }) => id === sessionIds.at(-1)) as (typeof saved)[number]
  const changes = { date: '2027-02-02', pricePence: 1650 }
  await office.planner.saveSessions({ sessions: [last], changes, tell: false, reason: '' })
  const [first] = await asRead(app.db, [sessionIds[0] as number])
  await office.planner.hide({ sessions: [first as { id: number; version: number }], isHidden: true })
  expect(await told()).toEqual([...['2027-01-12', '2027-02-02', '£14.50 to £16.50 or 2 class credits'], 1450])
  const words = { priceWords: 'Pay what you can', termWords: 'Every Tuesday' }
  await office.planner.saveClass({ ...(await classAsRead(office, offeringId)), ...words })
  expect(await told()).toMatchObject({ 2: 'Pay what you can' })
  expect(await app.visitor.offerings.class.introduction({ id: offeringId })).toMatchObject({
    termDates: 'Every Tuesday',
  })
  // A client without these fields leaves them unchanged; emptied, the dates count again.
  await office.planner.saveClass(await classAsRead(office, offeringId))
  expect(await office.planner.class({ id: offeringId })).toMatchObject(words)
  const none = { priceWords: '', termWords: '' }
  await office.planner.saveClass({ ...(await classAsRead(office, offeringId)), ...none })
  expect(await told()).toMatchObject({ 2: '£14.50 to £16.50 or 2 class credits' })
})
