import { sql } from 'kysely'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { accents } from '#domain/office/business-rules.ts'
import type { SitePart } from '#domain/site-parts.ts'
import type { Db } from '#server/database/connect.ts'

/**
 * What every page and mail depends on: the name, the logo and the colours of the business, whether visitors are let
 * in, and what they are not led to.
 */
export interface PresentBusiness {
  name: string
  accent: string
  accentDark: string
  /** Its picture's path; '' for none. */
  logo: string
  isOpen: boolean
  /** What it has none of (record 075). */
  lacks: readonly SitePart[]
}

export const unknownBusiness = (): PresentBusiness => ({
  name: '',
  accent: accents[0].colour,
  accentDark: '#9c2f11',
  logo: '',
  isOpen: false,
  lacks: [],
})

const usualAccent = unknownBusiness().accent

/** The business's colours over those of the style sheets; nothing where it has chosen none. */
export const coloursOf = ({ accent, accentDark }: PresentBusiness): string =>
  accent === usualAccent
    ? ''
    : `:root{--color-brand:${accent};--color-brand-dark:${accentDark};--color-brand-soft:color-mix(in srgb,${accent} 10%,#fff)}`

const ofKind = (kind: OfferingKind) =>
  sql`(${kind}::text, exists (select from offering_types where kind = ${kind}::text and is_active))`

/**
 * Reads it anew. A process looks when it starts, after each change of its own and every two seconds, so that a change
 * made in another process is seen within five and no call pays for it (record 057).
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
