import { beforeEach, describe, expect, test } from 'vitest'
import { countQueries } from '#testing/record-database-work.ts'
import { writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeEach(async () => {
  await app.db.deleteFrom('settings').execute()
  await app.db.deleteFrom('articles').execute()
})

test('settings and articles cost one statement each', async () => {
  expect(await countQueries(app, () => app.visitor.content.homeSettings())).toBe(1)
  expect(await countQueries(app, () => app.visitor.content.articles())).toBe(1)
})

test('settings and articles ignore a stale token', async () => {
  const { content } = app.apiOf({ token: 'stale' })
  expect(await content.siteSettings()).toMatchObject({ logo: '' })
  expect(await content.articles()).toEqual([])
})

// Proves CONT-06.
test('articles have the order that the business chose, and London time', async () => {
  const article = { image_path: 'rain.webp', introduction: 'Wet?', content_html: '<p>We go out.</p>' }
  await app.db
    .insertInto('articles')
    .values([
      { ...article, title: 'Later', sort: 2, published_at: new Date('2026-01-15T08:30:00Z') },
      { ...article, title: 'Rain', sort: 1, published_at: new Date('2026-07-15T08:30:00Z') },
      { ...article, title: 'Not yet', sort: 0, published_at: new Date('2026-11-23T09:00:01Z') },
    ])
    .execute()
  const articles = await app.visitor.content.articles()
  expect(articles.map(({ title, placedAt }) => [title, placedAt])).toEqual([
    ['Rain', '2026-07-15 09:30:00'],
    ['Later', '2026-01-15 08:30:00'],
  ])
  expect(articles[0]).toEqual({
    id: expect.any(Number),
    title: 'Rain',
    image: 'rain.webp',
    introduction: 'Wet?',
    contentHtml: '<p>We go out.</p>',
    placedAt: '2026-07-15 09:30:00',
  })
})

describe.each(['party', 'bespoke'] as const)('the %s page', page => {
  const { basics, types, themes, products } = app.apiOf({ token: 'stale' }).promoPages[page]

  beforeEach(async () => {
    await app.db.deleteFrom('promo_items').execute()
    await app.db.deleteFrom('promo_pages').execute()
  })

  test('has all parts, but empty, before the business has written it', async () => {
    expect(await app.visitor.promoPages[page].basics()).toEqual({
      banners: [],
      title1: '',
      title2: '',
      textTop: '',
      textBottom: '',
      imageTop: '',
      imageBottom: '',
    })
    for (const listItems of [types, themes, products]) expect(await listItems()).toEqual([])
  })

  // Proves BESP-05, PARTY-01.
  test('shows its own texts and items, in the order that the business chose', async () => {
    const item = { image_path: 'a.webp', content_html: '<p>Two hours.</p>' }
    for (const [each, title] of [
      ['party', 'Parties'],
      ['bespoke', 'Private'],
    ] as const) {
      await writeRow(app.db, 'promo_pages', {
        page: each,
        banner_paths: ['one.webp', 'two.webp'],
        heading_1: title,
      })
      await app.db
        .insertInto('promo_items')
        .values([
          { page: each, section: 'type', title: `${title} two`, sort: 2, ...item },
          { page: each, section: 'type', title: `${title} one`, sort: 1, ...item },
          { page: each, section: 'theme', title: `${title} theme`, ...item },
          { page: each, section: 'product', title: `${title} product`, ...item },
        ])
        .execute()
    }
    const title = page === 'party' ? 'Parties' : 'Private'
    expect(await basics()).toMatchObject({ banners: ['one.webp', 'two.webp'], title1: title })
    const shown = { id: expect.any(Number), image: 'a.webp', contentHtml: '<p>Two hours.</p>' }
    expect(await types()).toEqual([
      { ...shown, title: `${title} one` },
      { ...shown, title: `${title} two` },
    ])
    expect(await themes()).toMatchObject([{ title: `${title} theme` }])
    expect(await products()).toMatchObject([{ title: `${title} product` }])
  })
})
