import type { Tx } from '#server/database/connect.ts'
import { demoArticles } from './articles.ts'
import { businessRow, demoSettings } from './business.ts'
import { insertRows } from './insert-rows.ts'
import { demoPromoPages } from './promo-pages.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

export const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * dayMilliseconds).toISOString()

/** Inserts settings, articles, and the party and bespoke pages. */
export async function loadContent(tx: Tx, now: Date): Promise<void> {
  await insertRows(tx, 'settings', demoSettings)
  await tx
    .updateTable('business')
    .set({ ...businessRow, opened_at: daysBefore(now, 400), began: 'invented' })
    .execute()
  await insertRows(
    tx,
    'articles',
    demoArticles.map(({ title, picture, introduction, contentHtml, daysAgo }, sort) => ({
      title,
      image_path: picture,
      introduction,
      content_html: contentHtml,
      published_at: daysBefore(now, daysAgo),
      sort,
    })),
  )
  await insertRows(
    tx,
    'promo_pages',
    demoPromoPages.map(page => ({
      page: page.page,
      banner_paths: page.banners,
      heading_1: page.heading1,
      heading_2: page.heading2,
      text_2_top: page.text2Top,
      text_2_bottom: page.text2Bottom,
      image_2_top: page.image2Top,
      image_2_bottom: page.image2Bottom,
    })),
  )
  await insertRows(
    tx,
    'promo_items',
    demoPromoPages.flatMap(({ page, items }) =>
      items.map(({ section, title, picture, contentHtml }, sort) => ({
        page,
        section,
        title,
        image_path: picture,
        content_html: contentHtml,
        sort,
      })),
    ),
  )
}
