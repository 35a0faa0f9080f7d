import { sql } from 'kysely'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { accents } from '#domain/office/business-rules.ts'
import type { Db } from '#server/database/connect.ts'
import type { PresentBusiness } from '#server/services.ts'

export const unknownBusiness = (): PresentBusiness => ({
  name: '',
  accent: accents[0].colour,
  accentDark: '#9c2f11',
  logo: '',
  isOpen: false,
  lacks: [],
})

const usualAccent = unknownBusiness().accent

/** Returns CSS that sets the business's colours; empty when it chose none. */
export const coloursOf = ({ accent, accentDark }: PresentBusiness): string =>
  accent === usualAccent
    ? ''
    : `:root{--color-brand:${accent};--color-brand-dark:${accentDark};--color-brand-soft:color-mix(in srgb,${accent} 10%,#fff)}`

const ofKind = (kind: OfferingKind) =>
  sql`(${kind}::text, exists (select from offering_types where kind = ${kind}::text and is_active))`

/**
 * Reads the business into memory: at the start, after each change, and every two seconds. So every process
 * sees a change within five seconds, and no call reads it from the database (record 057).
 */
export async function lookAtBusiness({ db, business }: { db: Db; business: PresentBusiness }): Promise<void> {
  const { rows } = await sql<PresentBusiness>`
    with promoted as (
      select page from promo_items where is_active
      union select page from promo_pages where concat(heading_1, heading_2, text_2_top, text_2_bottom) <> ''),
    parts (part, is_there) as (values
      ('about', exists (select from settings where area = 'site' and key = 'aboutHtml' and value <> '')),
      ('help', exists (select from settings where area = 'site' and key = 'helpHtml' and value <> '')
        or exists (select from articles where is_active)),
      ${sql.join(everyOfferingKind.map(ofKind))},
      ('packs', exists (select from class_packs where is_active)),
      ('credits', exists (select from class_packs where is_active) or exists (select from credit_entries)),
      ('points', (select gives_points from business)),
      ('discounts', exists (select from discount_codes where is_active)),
      ('party', exists (select from promoted where page = 'party')),
      ('bespoke', exists (select from promoted where page = 'bespoke')),
      ('shop', exists (select from products where is_active)))
    select name, accent, accent_dark as "accentDark", opened_at is not null as "isOpen",
      coalesce((select value from settings where area = 'site' and key = 'logo'), '') as logo,
      array(select part from parts where not is_there) as lacks
    from business`.execute(db)
  Object.assign(business, rows[0])
}
