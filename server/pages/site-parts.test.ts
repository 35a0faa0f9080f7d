import { expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { lookAtBusiness } from '#server/features/business/present-business.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { rowOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// Needs a build, as the journeys do.
const app = await startTestApp()

const pagesOfParts = [
  addresses.about,
  addresses.helpCentre,
  addresses.events,
  addresses.ofKind.event.timetable,
  addresses.parentClass,
  addresses.ofKind.parentSession.timetable,
  addresses.classPacks,
  addresses.parties,
  addresses.bespoke,
  addresses.shop,
]

const see = async (url: string) =>
  (await app.http.inject({ url, headers: { 'accept-encoding': 'identity' } })).body

const linksOf = (body: string) =>
  [...body.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)].map(([, address = '']) => address)

const { db, clock } = app

/** Fills every part of the site with one row. */
async function haveEverything(): Promise<void> {
  for (const kind of ['event', 'parentSession'] as const) await makeOffering({ db, clock }, { kind })
  await writeRow(db, 'settings', { area: 'site', key: 'aboutHtml', value: '<p>Us</p>', format: 'html' })
  await writeRow(db, 'articles', { title: 'Where to park', published_at: clock.now() })
  await writeRow(db, 'class_packs', { name: 'Ten', credits: 10, price_pence: 9000 })
  for (const page of ['party', 'bespoke'] as const)
    await writeRow(db, 'promo_pages', { page, heading_1: 'A' })
  const category_id = await writeRow(db, 'product_categories', { name: 'Shoes' })
  await writeRow(db, 'products', { category_id, name: 'Shoe', price_pence: 900, stock: 1, supplied: 1 })
  const day = { starts_at: clock.now(), ends_at: new Date(clock.now().getTime() + 86_400_000) }
  await writeRow(db, 'discount_codes', { code: 'TEN', percent: 10, kinds: ['class'], ...day })
}

test('nothing links to areas that a business does not use, and each such page says it is empty', async () => {
  await makeOffering(app, { typeName: 'Ballet' })
  await lookAtBusiness(app.services)
  const parts = pagesOfParts.map(({ path }) => path)
  for (const page of [addresses.home(), addresses.contact(), addresses.ofKind.class.timetable()]) {
    const body = await see(page)
    expect(linksOf(body)).toContain(addresses.ofKind.class.timetable())
    expect(linksOf(body).filter(address => parts.includes(address))).toEqual([])
  }
  const sitemap = await see('/sitemap.xml')
  for (const address of pagesOfParts) {
    expect(sitemap).not.toContain(`${address()}<`)
    const body = await see(address())
    expect(body).toContain('There is nothing here yet.')
    expect(body).toContain('See the timetable')
    expect(body).toContain('<meta name="robots" content="noindex">')
  }
})

test('an unwritten home page shows the name, the types with pictures, and a link to the timetable', async () => {
  const { typeId } = await makeOffering(app, { typeName: 'Ballet' })
  await writeRow(app.db, 'settings', {
    ...{ area: 'site', key: 'contactAddress', format: 'text' },
    value: 'Larkfield Ballet, 1 High Street',
  })
  await lookAtBusiness(app.services)
  const home = await see(addresses.home())
  expect(home).toContain('<h1>Larkfield Ballet</h1>')
  expect(home).toContain('See the timetable')
  expect(linksOf(home)).toContain(addresses.ofKind.class.type.path)
  expect(home).toContain(`id=${typeId}`)
  expect(home).not.toContain('Holiday camps')
})

test('a mail about booked places links to the FAQ where there is one', async () => {
  const mailOfABooking = async () => {
    await lookAtBusiness(app.services)
    const family = await makeFamily(app, { credits: 1 })
    const session = await makeSession(app, await makeOffering(app))
    await family.api.orders.class.place(bookingRequest(family, session, { creditsWanted: 1 }))
    await app.runJobs()
    return (await rowOf(app.db, 'mails', { to_email: family.email })).body_text
  }
  const before = await mailOfABooking()
  expect(before).toContain('Directions to')
  expect(before).not.toContain(addresses.helpCentre())
  await writeRow(app.db, 'articles', { title: 'Where to park', published_at: app.clock.now() })
  expect(await mailOfABooking()).toContain(`Questions and answers: ${app.services.config.publicUrl}`)
})

test('an area that gets content is in the menu from the next refresh on', async () => {
  await haveEverything()
  await lookAtBusiness(app.services)
  expect(app.services.business.lacks).toEqual([])
  const home = await see(addresses.home())
  expect(home).not.toContain('name="lacks"')
  const links = new Set(linksOf(home))
  const sitemap = await see('/sitemap.xml')
  for (const address of pagesOfParts) {
    const isOwnText = [addresses.events, addresses.parentClass].includes(address)
    if (!isOwnText) expect(links).toContain(address.path)
    expect(sitemap).toContain(`${address()}<`)
    expect(await see(address())).not.toContain('There is nothing here yet.')
  }
})
