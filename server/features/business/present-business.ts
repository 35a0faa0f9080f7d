import { sql } from 'kysely'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { accentByScheme, accents, type Edge } from '#domain/office/business-rules.ts'
import { type Postage, postageWords } from '#domain/postage.ts'
import type { Db } from '#server/database/connect.ts'
import type { PresentBusiness } from '#server/services.ts'

export const unknownBusiness = (): PresentBusiness => ({
  name: '',
  accent: accents[0].colour,
  accentDark: '#9c2f11',
  edge: 'bunting',
  logo: '',
  isOpen: false,
  postageText: '',
  pauseText: '',
  lacks: [],
  mayPayLater: false,
})

const usualAccent = unknownBusiness().accent

/** The CSS of each edge; bunting is in the site's own styles. */
const edges: Record<Edge, string> = {
  bunting: '',
  scallops:
    '--edge:radial-gradient(circle at 50% 0,var(--color-brand) 9px,transparent 9.5px) 0 0/22px 14px repeat-x;',
  dots: '--edge:radial-gradient(circle at 50% 6px,var(--color-brand) 3px,transparent 3.5px) 0 0/18px 14px repeat-x;',
  line: '--edge:linear-gradient(var(--color-line) 0 0) 0 0/100% 1px no-repeat;',
}

/** Returns CSS that sets the business's colour, by day and by night, and the edge of its pages; empty when it chose none. */
export function coloursOf({ accent, edge }: PresentBusiness): string {
  const chosen = (accent === usualAccent ? '' : `--color-brand:${accentByScheme(accent)};`) + edges[edge]
  return chosen && `:root{${chosen.slice(0, -1)}}`
}

const ofKind = (kind: OfferingKind) =>
  sql`(${kind}::text, exists (select from offering_types where kind = ${kind}::text and is_active))`

/**
 * Reads the business into memory: at the start, after each change, and every two seconds. So every process
 * sees a change within five seconds, and no call reads it from the database (record 057).
 */
export async function lookAtBusiness({ db, business }: { db: Db; business: PresentBusiness }): Promise<void> {
  const { rows } = await sql<Omit<PresentBusiness, 'postageText'> & { postage: Postage }>`
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
    select json_build_object('pricePence', postage_pence, 'freeFromPence', postage_free_from_pence,
        'deliveryTime', delivery_time, 'offersCollect', offers_collect) as postage,
      name, accent, accent_dark as "accentDark", edge, opened_at is not null as "isOpen", pause_text as "pauseText",
      parents_may_pay_later as "mayPayLater",
      coalesce((select value from settings where area = 'site' and key = 'logo'), '') as logo,
      array(select part from parts where not is_there) as lacks
    from business`.execute(db)
  const { postage, ...found } = rows[0] ?? {}
  Object.assign(business, found, postage && { postageText: postageWords(postage) })
}
