import { expect, test } from 'vitest'
import { maxVersionsShown } from '#contract/office/site.ts'
import { siteTexts } from '#contract/office/site-texts.ts'
import { catalogueSentences as s } from '#domain/office/catalogue-sentences.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { xssPayloads } from '#testing/xss-payloads.ts'
import { cleanHtml } from './clean-html.ts'

const app = await startTestApp()
const office = await app.office('manager')
const about = { area: 'site', key: 'aboutHtml', note: '' }
const shown = async () => (await app.visitor.content.siteSettings()).aboutHtml

test('every text of the site is shown to parents, and reads as saved', async () => {
  const { content } = app.visitor
  const shown: Record<string, object> = {
    site: await content.siteSettings(),
    home: await content.homeSettings(),
    class: await content.classSettings(),
    event: await content.eventSettings(),
    parentSession: await content.parentSessionSettings(),
  }
  for (const { area, key } of siteTexts) expect(shown[area]).toHaveProperty(key)
  const texts = await office.site.texts({})
  expect(texts.map(({ area, key }) => `${area}.${key}`)).toEqual(
    siteTexts.map(({ area, key }) => `${area}.${key}`),
  )
})

test('a text is on the site at once, keeps its former version, and can be restored', async () => {
  const first = await office.site.saveText({ ...about, value: '<p>One</p>' })
  expect(await shown()).toBe('<p>One</p>')
  const second = await office.site.saveText({ ...about, value: '<p>Two</p>', version: first.version })
  await expect(office.site.saveText({ ...about, value: 'x', version: first.version })).rejects.toMatchObject({
    officeCode: 409,
    facts: { current: expect.objectContaining({ value: '<p>Two</p>' }) },
  })
  const [newest, before] = await office.site.versions({ area: 'site', key: 'aboutHtml' })
  expect([newest?.value, before?.value, before?.by]).toEqual(['<p>Two</p>', '<p>One</p>', 'Ann Perry'])
  await office.site.saveText({ ...about, value: before?.value ?? '', version: second.version })
  expect(await shown()).toBe('<p>One</p>')
  for (let count = 0; count < 25; count++) {
    const { version } = await rowOf(app.db, 'settings', { area: 'site', key: 'aboutHtml' })
    await office.site.saveText({ ...about, value: `<p>${count}</p>`, version })
  }
  expect(await office.site.versions({ area: 'site', key: 'aboutHtml' })).toHaveLength(maxVersionsShown)
})

test('facts for parents are a line each, and few and short', async () => {
  const facts = { area: 'site', key: 'facts', note: '' }
  await office.site.saveText({
    ...facts,
    value: '  Enhanced DBS checks \n\nFirst aid in every class\nEnhanced DBS checks',
  })
  const { content } = app.visitor
  expect((await content.siteSettings()).facts).toEqual(['Enhanced DBS checks', 'First aid in every class'])
  const { version } = await rowOf(app.db, 'settings', { area: 'site', key: 'facts' })
  for (const value of ['1\n2\n3\n4\n5', 'x'.repeat(61)]) {
    await expect(office.site.saveText({ ...facts, value, version })).rejects.toMatchObject({
      facts: { fields: { value: 'Please write at most 4 lines of 60 characters' } },
    })
  }
  await office.site.saveText({ ...facts, value: '', version })
  expect((await content.siteSettings()).facts).toEqual([])
})

test("the site's text from before any change can be restored", async () => {
  await app.db
    .insertInto('settings')
    .values({ area: 'site', key: 'helpHtml', value: '<p>Of old</p>', format: 'html' })
    .execute()
  await office.site.saveText({ area: 'site', key: 'helpHtml', note: '', value: '<p>New</p>', version: 1 })
  expect(await office.site.versions({ area: 'site', key: 'helpHtml' })).toMatchObject([
    { value: '<p>New</p>' },
    { value: '<p>Of old</p>', by: '', at: null },
  ])
})

test('unknown texts, invalid links and pictures that families uploaded are refused', async () => {
  const save = (area: string, key: string, value: string) =>
    office.site.saveText({ area, key, value, note: '' })
  expect(await refusal(save('site', 'password', 'x'))).toBe('This was not found')
  for (const link of [
    'javascript:alert(1)',
    'https://a:b@evil.test',
    'https://evil.test/\r\nx: y',
    'https:\\\\evil.test',
  ])
    for (const key of ['facebookUrl', 'instagramUrl', 'twitterUrl'])
      expect(await refusal(save('site', key, link))).toBe(s.link)
  expect(await refusal(save('home', 'banners', 'uploads/of-a-family.webp'))).toBe(s.pictureMissing)
  const past = { area: 'site', key: 'privacyHtml', value: 'x', note: '', effectiveAt: '2020-01-01T00:00:00Z' }
  expect(await refusal(office.site.saveText(past))).toBe(s.inThePast)
})

test('new terms are valid from their date, and earlier ones stay readable', async () => {
  const law = { area: 'site', key: 'termsHtml' }
  const { version } = await office.site.saveText({ ...law, value: '<p>Old terms</p>', note: '' })
  const effectiveAt = '2026-12-01T00:00:00.000Z'
  await office.site.saveText({ ...law, value: '<p>New terms</p>', note: 'Refunds', version, effectiveAt })
  const [next, old] = await office.site.versions(law)
  const terms = async () => (await app.visitor.content.siteSettings()).termsHtml
  await app.runJobs()
  expect(await terms()).toBe('<p>Old terms</p>')
  const read = (id = 0) => app.visitor.content.termsVersion({ id })
  expect(await refusal(read(next?.id))).toBe('This version was not found')
  app.clock.set('2026-12-01T00:00:01Z')
  await app.runJobs()
  expect(await terms()).toBe('<p>New terms</p>')
  expect(await read(next?.id)).toEqual({
    text: 'terms',
    html: '<p>New terms</p>',
    from: '2026-12-01 00:00:00',
  })
  expect(await read(old?.id)).toEqual({
    text: 'terms',
    html: '<p>Old terms</p>',
    from: '2026-11-23 09:00:00',
  })
  const [ofAbout] = await rowsOf(app.db, 'text_versions', { key: 'aboutHtml' })
  expect(await refusal(read(ofAbout?.id))).toBe('This version was not found')
})

test('a text for a later date is listed, and once withdrawn never becomes valid', async () => {
  app.clock.set('2026-12-02T09:00:00Z')
  const office = await app.office('manager')
  const law = { area: 'site', key: 'privacyHtml' }
  const shown = async () => (await office.site.texts({})).find(({ key }) => key === law.key)
  const { version } = await office.site.saveText({ ...law, value: '<p>As it is</p>', note: '' })
  const effectiveAt = '2027-01-01T00:00:00.000Z'
  const later = { ...law, value: '<p>To come</p>', note: 'Cookies', version, effectiveAt }
  const saved = await office.site.saveText(later)
  const { coming } = (await shown()) ?? {}
  expect(coming).toMatchObject({ from: '2027-01-01T00:00:00.000Z' })
  const id = coming?.id ?? 0
  await office.site.withdrawText({ id })
  expect(await shown()).toMatchObject({ value: '<p>As it is</p>', coming: null })
  expect((await office.site.versions(law))[0]).toMatchObject({ value: '<p>To come</p>', isWithdrawn: true })
  expect(await refusal(office.site.withdrawText({ id }))).toBe(s.withdrawnAlready)
  // An older server beside this one, during an upgrade, takes the row for the newest text at its date.
  expect(await rowOf(app.db, 'text_versions', { withdraws_id: id })).toMatchObject({
    ...{ value: '<p>As it is</p>', effective_at: new Date(effectiveAt) },
  })
  await office.site.saveText({ ...law, value: '<p>Mended</p>', note: '', version: saved.version })
  app.clock.set('2027-01-01T00:00:01Z')
  await app.runJobs()
  expect((await app.visitor.content.siteSettings()).privacyHtml).toBe('<p>Mended</p>')
  expect(await refusal(app.visitor.content.termsVersion({ id }))).toBe('This version was not found')
  const [held] = await (await app.office('manager')).site.versions(law)
  expect(await refusal((await app.office('manager')).site.withdrawText({ id: held?.id ?? 0 }))).toBe(
    s.holdsAlready,
  )
})

test('scripts are removed from every text', async () => {
  const editor = await app.office('manager')
  const value = xssPayloads.join('\n')
  const cleaned = cleanHtml(value)
  expect(cleaned).not.toBe(value)
  const texts = await editor.site.texts({})
  for (const { area, key } of siteTexts.filter(({ format }) => format === 'html')) {
    const version = texts.find(text => text.area === area && text.key === key)?.version
    await editor.site.saveText({ area, key, note: '', value, ...(version && { version }) })
    expect(await rowOf(app.db, 'settings', { area, key })).toMatchObject({ value: cleaned })
  }
})
