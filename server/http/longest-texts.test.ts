import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { officeContract } from '#contract/office/contract.ts'
import { siteTexts } from '#contract/office/site-texts.ts'
import { type CallTable, type Codec, isCall, type RecordCodec } from '#contract/wire.ts'
import type { Refusal } from '#domain/refusal.ts'
import { takes } from '#testing/call-fields.ts'
import { classInput, makeRoom } from '#testing/make-class.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { changeRows } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

/** The office's limit for rich text, and for each text of the site. */
const maxCharacters = 100_000

/** Returns the names that lead to each call. */
const placesIn = (table: CallTable): string[][] =>
  Object.entries(table).flatMap(([name, entry]) =>
    isCall(entry) ? [[name]] : placesIn(entry).map(place => [name, ...place]),
  )
/** Names of calls that change something, which are left out when everything is read. */
const changes =
  /^(place|submit|join|leave|add|remove|increase|decrease|mark|save|edit|buy|cancel|change|send|upload|subscribe|enquire|register|sign|reset|open|move|make|revoke|close|confirm|takeBack)/
const whatPagesRead = `
  accounts.profile ownBookings.upNext ownBookings.receipt ownData.download offerings.class.types
  offerings.class.venues offerings.class.ageGroups offerings.class.timetable offerings.class.introduction
  offerings.class.ofType offerings.class.typeDetails offerings.class.ownTimetable sessions.practical
  sessions.venueAddresses sessions.familyPlaces orders.class.preview orders.class.list orders.class.details
  ownWaiting.list sessionBaskets.class.list credits.packs shop.categories shop.products shop.productDetails
  shop.previewProduct productBasket.list payments.hold notifications.list notifications.details content.articles
  content.siteSettings content.homeSettings content.classSettings content.eventSettings
  content.parentSessionSettings promoPages.party.basics promoPages.bespoke.types`
  .trim()
  .split(/\s+/)

/** Returns the longest text that a field takes; nothing for one that is no text. */
function longest(codec: Codec<unknown>): string | undefined {
  if (!takes(codec, 'x')) return undefined
  let [least, most] = [1, maxCharacters]
  while (least < most) {
    const tried = Math.ceil((least + most) / 2)
    if (takes(codec, 'x'.repeat(tried))) least = tried
    else most = tried - 1
  }
  return 'x'.repeat(least)
}

/** Returns the same input with the longest text in every free text field. */
function atItsLongest<Given extends object>(
  { input }: { input: RecordCodec<Given> },
  given: Given,
  except: (keyof Given)[] = [],
): Given {
  const texts = Object.entries(input.fields).flatMap(([name, codec]) => {
    const isFree = typeof given[name as keyof Given] === 'string' && !except.includes(name as keyof Given)
    return isFree ? [[name, longest(codec)]] : []
  })
  return { ...given, ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)) }
}

test('visitors and families can read the longest texts that the office may save', async () => {
  const office = await app.office('owner')
  const of = officeContract
  const isActive = true
  const details = await office.business.get({})
  const { version, name, legalName, companyNumber, childcareRegistration, phone, address, postcode } = details
  const business = { version, name, legalName, companyNumber, childcareRegistration, address, postcode }
  await office.business.saveDetails(
    atItsLongest(
      of.business.saveDetails,
      { ...business, phone: phone || '0117 496 0000', email: 'hello@example.test' },
      ['phone', 'email'],
    ),
  )
  const venue = await office.venues.save(
    atItsLongest(
      of.venues.save,
      {
        ...{ name: '', address: '', postcode: '', directions: '', whatToBring: '', isActive },
        mapUrl: `https://maps.example.test/${'x'.repeat(470)}`,
      },
      ['mapUrl'],
    ),
  )
  const age = await office.ages.save(
    atItsLongest(of.ages.save, { name: '', fromMonths: 24, toMonths: 48, isActive }),
  )
  const type = await office.types.save(
    atItsLongest(
      of.types.save,
      {
        ...{ kind: 'class', name: '', ageLabel: '', introduction: '', introductionHtml: '', detailsHtml: '' },
        ...{ imagePath: '', detailImagePath: '', termDates: '', teacher: '', toBring: '', isActive },
      },
      // Classes show the term's days where a term has no text.
      ['imagePath', 'detailImagePath', 'termDates', 'kind'],
    ),
  )
  const closures = Array.from({ length: 20 }, (_, day) => ({
    ...{ name: longest(of.venues.save.input.fields.name as Codec<unknown>) ?? '', venueId: null },
    startDate: `2027-02-${String(day + 3).padStart(2, '0')}`,
    endDate: `2027-02-${String(day + 3).padStart(2, '0')}`,
  }))
  const term = await office.terms.save(
    atItsLongest(
      of.terms.save,
      { name: '', startDate: '2026-11-23', endDate: '2027-03-28', closures, keepDates: false },
      ['startDate', 'endDate'],
    ),
  )
  const at = {
    ...{ id: 0, kind: 'class' as const, name: '', ageGroupId: age.id },
    typeId: type.id,
    venueId: venue.id,
  }
  const roomId = await makeRoom(app.db, venue.id, 'x'.repeat(100))
  const given = await classInput(app, office, {
    at,
    from: '2026-11-23',
    termId: term.id,
    roomId,
    publish: 'now',
  })
  const { offeringId, sessionIds } = await office.planner.makeClass(
    atItsLongest(of.planner.makeClass, given, ['colour', 'imagePath', 'publish']),
  )
  const pack = await office.packs.save(
    atItsLongest(
      of.packs.save,
      {
        ...{ name: '', credits: 10, pricePence: 9_000, description: '', description2: '' },
        imagePath: '',
        isActive,
      },
      ['imagePath'],
    ),
  )
  const category = await office.categories.save(
    atItsLongest(of.categories.save, { name: '', imagePath: '', isActive }, ['imagePath']),
  )
  const product = await office.products.save(
    atItsLongest(of.products.save, {
      ...{ categoryId: category.id, name: '', sku: '', pricePence: 1_250, images: [], contentHtml: '' },
      ...{ isPopular: true, lowStock: 2, isActive, firstStock: 20 },
    }),
  )
  await office.articles.save(
    atItsLongest(
      of.articles.save,
      { title: '', introduction: '', imagePath: '', contentHtml: '', isActive },
      ['imagePath'],
    ),
  )
  for (const page of ['party', 'bespoke'] as const) {
    await office.promoPages.save(
      atItsLongest(
        of.promoPages.save,
        {
          ...{ page, bannerPaths: [], heading1: '', heading2: '', text2Top: '', text2Bottom: '' },
          ...{ image2Top: '', image2Bottom: '' },
        },
        ['page', 'image2Top', 'image2Bottom'],
      ),
    )
    for (const section of ['type', 'theme', 'product'] as const) {
      await office.promoItems.save(
        atItsLongest(
          of.promoItems.save,
          { page, section, title: '', imagePath: '', contentHtml: '', isActive },
          ['page', 'section', 'imagePath'],
        ),
      )
    }
  }
  const site = 'https://site.example.test/'
  for (const { area, key, format, lines } of siteTexts.filter(text => !text.format.startsWith('image'))) {
    const value = lines
      ? Array(lines.most).fill('x'.repeat(lines.longest)).join('\n')
      : 'x'.repeat(maxCharacters)
    await office.site.saveText({
      ...{ area, key, note: 'x'.repeat(500) },
      value: format === 'url' ? `${site}${value.slice(site.length)}` : value,
    })
  }

  const family = await makeFamily(app)
  const attendees = { who: 'children' as const, childIds: [family.childId] }
  const [sessionId = 0, laterId = 0, waitedId = 0] = sessionIds
  const session = { id: sessionId, offeringId, kind: 'class' as const }
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  await family.api.orders.class.preview(bookingRequest(family, { ...session, id: laterId }))
  await family.api.sessionBaskets.class.add({ sessionIds: [laterId], attendees })
  await changeRows(app.db, 'sessions', { id: waitedId }, { capacity: 0 })
  await family.api.waitingLists.class.join({ offeringId, sessionId: waitedId, attendees } as never)
  await family.api.productBasket.add({ quantity: 1, productId: product.id })
  await family.api.credits.buyPack({ packId: pack.id })
  await app.runJobs()

  const asked = {
    ...{
      startDate: '2026-11-23',
      endDate: '2026-12-20',
      typeId: type.id,
      offeringId,
      sessionId,
      orderNumber,
    },
    ...{
      attendees,
      productId: product.id,
      quantity: 1,
      sessionIds: [laterId],
      lineIds: [],
      basketLineIds: [],
    },
  }
  const refused = new Set<string>()
  const answered = new Set<string>()
  for (const place of placesIn(contract).filter(
    ([area = '', ...verb]) => area !== 'trials' && !changes.test(verb.at(-1) ?? ''),
  )) {
    const ask = place.reduce<unknown>((api, name) => (api as Record<string, unknown>)[name], family.api) as (
      input: object,
    ) => Promise<unknown>
    for (const id of [offeringId, type.id, 1]) {
      await ask({ ...asked, id }).then(
        () => answered.add(place.join('.')),
        (error: Refusal) => refused.add(error.message),
      )
    }
  }
  expect([...refused].filter(sentence => sentence.includes('too long'))).toEqual([])
  expect([...answered]).toEqual(expect.arrayContaining(whatPagesRead))
})
