import { sql } from 'kysely'
import { type article, type content, type PromoPage, promoBasics, type promoItem } from '#contract/content.ts'
import type { CallOutput, Codec, Value } from '#contract/wire.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import type { Schema } from '#server/database/schema.ts'
import { isInForce } from './keep-version.ts'

/**
 * Reads one group of settings; unset keys are present but empty (calls.md §2). Banners include the descriptions and
 * links of their pictures.
 */
export async function readSettings<Group extends object>(
  db: Db,
  area: Schema['settings']['area'],
  form: Codec<Group>,
): Promise<Group> {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value from settings where area = ${area}
    union all
    select words.* from settings s cross join lateral (
      select string_agg(coalesce(p.alt, ''), e'\\n' order by b.place) as alts,
        string_agg(coalesce(p.link, ''), e'\\n' order by b.place) as links
      from unnest(string_to_array(s.value, ',')) with ordinality as b (path, place)
        left join site_pictures p on p.path = b.path) of_pictures
      cross join lateral (values ('bannerAlts', alts), ('bannerLinks', links)) as words (key, value)
    where s.area = ${area} and s.key = 'banners'`.execute(db)
  const values = new Map(rows.map(row => [row.key, row.value]))
  const unset = form.decode({}, '')
  const group = Object.entries(unset).map(([key, empty]) => {
    const value = values.get(key)
    if (!Array.isArray(empty)) return [key, value ?? empty]
    return [key, value ? value.split(key === 'banners' ? ',' : '\n') : empty]
  })
  return Object.fromEntries(group) as Group
}

/** Reads a current or former version of the terms or the privacy policy, with the day since when it was valid. */
export async function readTermsVersion(
  db: Db,
  versionId: number,
  now: Date,
): Promise<CallOutput<typeof content.termsVersion>> {
  const found = await db
    .selectFrom('text_versions as v')
    .select(['key', 'value as html', localTime('effective_at').as('from')])
    .where('id', '=', versionId)
    .where(isInForce)
    .where('area', '=', 'site')
    .where('key', 'in', ['termsHtml', 'privacyHtml'])
    .where('effective_at', '<=', now)
    .executeTakeFirst()
  requireThat(found, sentences.termsVersionNotFound)
  const { key, ...version } = found
  return { ...version, text: key === 'privacyHtml' ? 'privacy' : 'terms' }
}

/** Reads the articles of the help centre, in the order the business gave them (decision C-09). */
export const listArticles = (db: Db, now: Date): Promise<Value<typeof article>[]> =>
  db
    .selectFrom('articles')
    .select([
      'id',
      'title',
      'image_path as image',
      'introduction',
      'content_html as contentHtml',
      localTime('published_at').as('placedAt'),
    ])
    .where('published_at', '<=', now)
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Reads the banners and texts of a page; all empty while the business has not written it. */
export async function readPromoBasics(db: Db, page: PromoPage): Promise<Value<typeof promoBasics>> {
  const found = await db
    .selectFrom('promo_pages')
    .select([
      'banner_paths as banners',
      'heading_1 as title1',
      'heading_2 as title2',
      'text_2_top as textTop',
      'text_2_bottom as textBottom',
      'image_2_top as imageTop',
      'image_2_bottom as imageBottom',
    ])
    .where('page', '=', page)
    .executeTakeFirst()
  return found ?? promoBasics.decode({}, '')
}

/** Reads one section of the party page or the private classes page, in the order the business gave it. */
export const listPromoItems = (
  db: Db,
  page: PromoPage,
  section: Schema['promo_items']['section'],
): Promise<Value<typeof promoItem>[]> =>
  db
    .selectFrom('promo_items')
    .select(['id', 'title', 'image_path as image', 'content_html as contentHtml'])
    .where('page', '=', page)
    .where('section', '=', section)
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()
