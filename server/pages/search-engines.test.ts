import { HtmlValidate } from 'html-validate'
import { beforeAll, expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { lookAtBusiness } from '#server/features/business/present-business.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// Needs a build, as the journeys do.
const app = await startTestApp({ config: { isDemo: true } })
const { publicUrl, dataKey } = app.services.config
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // Silent, short and with controls (decision C-23).
  rules: { 'no-autoplay': 'off' },
})

beforeAll(async () => {
  await loadDemo(app.db, { now: app.clock.now(), dataKey })
  await lookAtBusiness(app.services)
})

const see = (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.http.inject({ method, url, headers: { 'accept-encoding': 'identity' } })

const listed = async () =>
  [...(await see('/sitemap.xml')).body.matchAll(/<loc>(.+)<\/loc>/g)].map(([, loc = '']) => {
    expect(loc.startsWith(publicUrl)).toBe(true)
    return loc.slice(publicUrl.length)
  })

const property = (body: string, name: string) =>
  new RegExp(`="${name}" (?:content|href)="([^"]+)"`).exec(body)?.[1]

const toldIn = (body: string) =>
  JSON.parse(/<script[^>]*ld\+json[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '{}')

/** Returns the sessions that a page describes to search engines. */
function eventsIn(body: string): object[] {
  const { '@graph': graph = [] } = toldIn(body) as { '@graph'?: { '@type': string }[] }
  return graph.filter(({ '@type': type }) => type.endsWith('Event'))
}

async function problemsOf(body: string): Promise<string[]> {
  const { results } = await validator.validateString(body)
  return results.flatMap(({ messages }) =>
    messages.map(({ message, selector }) => `${message} at ${selector}`),
  )
}

test('search engines see each page at one address, with a picture for sharing', async () => {
  const robots = await see('/robots.txt')
  expect(robots.headers['content-type']).toContain('text/plain')
  expect(robots.body).toMatch(/^User-agent: \*\nDisallow: \/api\//)
  expect(robots.body).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
  // The demo uses every part of a site, so no page is left out.
  expect(app.services.business.lacks).toEqual([])
  const all = await listed()
  expect(all).toEqual(expect.arrayContaining([addresses.home(), addresses.ofKind.event.type({ typeId: 11 })]))
  const pictures = new Set<string>()
  for (const address of all) {
    const { statusCode, body } = await see(address)
    expect({ address, statusCode, canonical: property(body, 'canonical') }).toEqual({
      address,
      statusCode: 200,
      canonical: publicUrl + address,
    })
    for (const name of ['og:title', 'og:description', 'og:url']) expect(property(body, name)).toMatch(/\w/)
    expect(property(body, 'og:image'), `the picture of ${address}`).toContain('/media/')
    pictures.add(property(body, 'og:image') ?? address)
    expect(await problemsOf(body), `what is not valid in ${address}`).toEqual([])
  }
  for (const picture of pictures) expect((await see(picture)).headers['content-type']).toMatch(/^image\//)
  const types = await app.visitor.offerings.class.types()
  expect(pictures.size).toBeGreaterThan(types.length)
})

test('sessions described to search engines have their times, place and price', async () => {
  const events: object[] = []
  for (const kind of everyOfferingKind)
    events.push(...eventsIn((await see(addresses.ofKind[kind].timetable())).body))
  expect(events.length).toBeGreaterThan(3)
  const anHour = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+0[01]:00$/)
  expect(events.some(event => 'offers' in event)).toBe(true)
  for (const { offers, ...event } of events as { offers?: object }[]) {
    expect(event).toMatchObject({
      name: expect.stringMatching(/\w/),
      startDate: anHour,
      endDate: anHour,
      image: expect.stringMatching(/^https?:/),
      location: { '@type': 'Place', name: expect.stringMatching(/\w/), address: expect.stringMatching(/\w/) },
      organizer: { '@type': 'Organization', name: 'Conker & Kite' },
    })
    if (offers) {
      expect(offers).toMatchObject({
        price: expect.stringMatching(/^\d+\.\d\d$/),
        priceCurrency: 'GBP',
        availability: expect.stringMatching(/^https:\/\/schema\.org\/(InStock|SoldOut)$/),
        url: expect.stringMatching(/^https?:/),
      })
    }
  }
})

test('search engines are told the business, its types, and each session by title', async () => {
  const business = toldIn((await see(addresses.home())).body)
  expect(business).toMatchObject({ '@context': 'https://schema.org', '@type': 'ChildCare' })
  expect(JSON.stringify(business)).toContain('"@type":"Course","name":"Little Hatchlings"')

  const date = addDays(todayInLondon(app.clock.now()), 7)
  const [day] = await app.visitor.offerings.class.timetable({ startDate: date, endDate: date })
  const session = day?.sessions.find(({ placesLeft }) => placesLeft > 0)
  const events = eventsIn((await see(addresses.ofKind.class.timetable({ date }))).body)
  expect(events).toContainEqual(
    expect.objectContaining({
      '@type': 'ChildrensEvent',
      name: `${session?.title}: ${session?.name}`,
      startDate: expect.stringMatching(new RegExp(`^${date}T${session?.startTime}\\+0[01]:00$`)),
    }),
  )
})

test('no personal data is in the pages sent to anybody', async () => {
  const { signIn } = app.visitor.accounts
  const { token } = await signIn({ email: 'parent@example.test', password: 'Password1' })
  const { home, ofKind, bookings, details } = addresses
  for (const url of [home(), ofKind.class.timetable(), bookings(), details()]) {
    const headers = { 'accept-encoding': 'identity', token, cookie: `token=${token}` }
    const { statusCode, body } = await app.http.inject({ url, headers })
    expect({ url, statusCode }).toEqual({ url, statusCode: 200 })
    expect(body).toContain('</html>')
    expect(body).not.toMatch(/Megan|Bennett|Isla |parent@example\.test/)
  }
})

test('simultaneous requests share one answer, and the shop is read at once', async () => {
  const count = (asking: number) =>
    countQueries(app, () => Promise.all(Array.from({ length: asking }, () => see('/sitemap.xml'))))
  const cost = await count(1)
  expect(cost).toBe(6)
  expect(await count(5)).toBe(cost)
})

test('pages hidden from search engines are valid HTML too', async () => {
  const { logIn, register, resetPassword, onboarding, takeBackEmail, basket, bookings, paymentSucceeded } =
    addresses
  for (const page of [
    logIn,
    register,
    resetPassword,
    onboarding,
    takeBackEmail,
    basket,
    bookings,
    paymentSucceeded,
  ]) {
    expect(await problemsOf((await see(page())).body), page.path).toEqual([])
  }
})

test('invalid HTML is reported', async () => {
  expect(await problemsOf('<address><h2>Come and see us</h2></address>')).toHaveLength(1)
})

test('HEAD is answered like GET', async () => {
  for (const url of [
    '/',
    addresses.home(),
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/robots.txt',
    '/sitemap.xml',
  ]) {
    const [head, whole] = [await see(url, 'HEAD'), await see(url)]
    expect({ url, status: head.statusCode, body: head.body }).toEqual({
      url,
      status: whole.statusCode,
      body: '',
    })
    expect(head.statusCode).toBeLessThan(400)
    for (const name of ['content-type', 'content-length', 'etag', 'location']) {
      expect(head.headers[name], `${name} of ${url}`).toBe(whole.headers[name])
    }
  }
})
