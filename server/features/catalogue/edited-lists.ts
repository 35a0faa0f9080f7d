import { type RawBuilder, sql } from 'kysely'
import type { ListName } from '#contract/office/catalogue.ts'
import { asCode } from '#domain/office/catalogue-rules.ts'
import { catalogueSentences as s } from '#domain/office/catalogue-sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { mayBeOffered } from '#server/features/offerings/queue.ts'
import { lockClasses, lockSessionsOf } from '#server/features/planning/lock-sessions.ts'
import type { VersionedTable } from '#server/features/staff/save-versioned.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { takeBackOffers } from '#server/features/waiting-list/take-back-offers.ts'

/** One thing of a list, by the names of the contract's fields. */
export type Thing = Record<string, unknown>

type Subject =
  | 'venue'
  | 'room'
  | 'age'
  | 'type'
  | 'pack'
  | 'category'
  | 'product'
  | 'code'
  | 'article'
  | 'promo'
  | 'promoItem'

/**
 * How a list of the contract lies in the database. Its fields are columns of the same name (`imagePath` is
 * `image_path`); in the parts of statements `it` is the row.
 */
export interface EditedList {
  table: VersionedTable
  /** What its things are called in the log: `venue.save`. */
  subject: Subject
  /** What is read otherwise than from the column of its name, and what is only told. */
  reads?: Record<string, (now: Date) => RawBuilder<unknown>>
  /** What is written otherwise than into the column of its name; undefined for what has no column. */
  writes?: (given: Thing) => Thing
  /** What belongs to it in other tables; `before` is undefined of a new one. */
  writesBeside?: (tx: Tx, id: number, given: Thing, before: Thing | undefined, now: Date) => Promise<void>
  /** What goes with it when it is removed. */
  removesBeside?: (tx: Tx, id: number) => Promise<void>
  /** What a new one is given beside its fields. */
  beginsWith?: (now: Date) => Thing
  /** Constraints that refuse what was given: the field, and its sentence. */
  refusals?: Record<string, [field: string, sentence: string]>
  /** Staff give it its order: the column `sort`. */
  isSorted: boolean
}

const coming = (now: Date) => sql`s.status <> 'cancelled' and s.starts_at > ${now}`
const comingOfOfferings = (column: string) => (now: Date) =>
  sql`(select count(*)::integer from sessions s join offerings o on o.id = s.offering_id
    where o.${sql.ref(column)} = it.id and ${coming(now)})`
const comingOf = (column: string) => (now: Date) =>
  sql`(select count(*)::integer from sessions s where s.${sql.ref(column)} = it.id and ${coming(now)})`

const nameTaken = (constraint: string) => ({ [constraint]: ['name', s.nameTaken] as [string, string] })

/** Pieces of a product, by the alias of its row, that are ordered and not paid: nobody sends them yet (record 059). */
export const heldPieces = sql<number>`(select coalesce(sum(i.quantity), 0)::integer from order_items i
  join orders o on o.id = i.order_id where i.product_id = it.id and o.status = 'pending')`
/** Those that are paid, sent or not: what orders took of all that was supplied, less what is held (invariant 15). */
export const soldPieces = sql<number>`(it.supplied - it.stock - ${heldPieces})`

export const editedLists: Record<ListName, EditedList> = {
  venues: {
    table: 'venues',
    subject: 'venue',
    reads: { uses: comingOfOfferings('venue_id') },
    refusals: nameTaken('venues_name_key'),
    isSorted: true,
  },
  rooms: {
    table: 'rooms',
    subject: 'room',
    reads: { uses: comingOf('room_id') },
    refusals: { ...nameTaken('rooms_name_once'), rooms_venue_id_fkey: ['venueId', s.chooseVenue] },
    isSorted: true,
  },
  ages: {
    table: 'age_groups',
    subject: 'age',
    reads: { uses: comingOfOfferings('age_group_id') },
    refusals: nameTaken('age_groups_name_key'),
    isSorted: true,
  },
  types: {
    table: 'offering_types',
    subject: 'type',
    reads: { uses: comingOf('offering_type_id') },
    writesBeside: async (tx, id, { name, isActive }, before, now) => {
      if (!before || (name === before.name && isActive === before.isActive)) return
      await lockClasses(tx, sql`o.offering_type_id = ${id}`)
      await lockSessionsOf(tx, sql`o.offering_type_id = ${id}`)
      // A class that was given no name of its own bears its type's, and goes on doing so.
      if (name !== before.name) {
        // Whoever has such a class open is told, or they would save the old name over it.
        await sql`update offerings o
          set name = ${name}, version = o.version + 1, updated_at = y.updated_at, updated_by = y.updated_by
          from offering_types y where y.id = ${id} and o.offering_type_id = y.id and o.name = ${before.name}`.execute(
          tx,
        )
        await sql`update sessions set name = ${name} where offering_type_id = ${id} and name = ${before.name}`.execute(
          tx,
        )
      }
      if (isActive !== before.isActive) await offerOrTakeBack(tx, id, isActive === true, now)
    },
    refusals: {
      ...nameTaken('offering_types_kind_name_key'),
      offerings_offering_type_id_kind_fkey: ['kind', s.kindFixed],
      sessions_once: ['name', s.typeMeetsDate],
    },
    isSorted: true,
  },
  packs: {
    table: 'class_packs',
    subject: 'pack',
    reads: {
      uses: () => sql`(select count(*)::integer from order_packs p join orders o on o.id = p.order_id
        where p.class_pack_id = it.id and o.status in ('paid', 'completed'))`,
    },
    isSorted: true,
  },
  categories: {
    table: 'product_categories',
    subject: 'category',
    reads: {
      uses: () => sql`(select count(*)::integer from products p where p.category_id = it.id and p.is_active)`,
    },
    refusals: nameTaken('product_categories_name_key'),
    isSorted: true,
  },
  products: {
    table: 'products',
    subject: 'product',
    reads: {
      sku: () => sql`coalesce(it.sku, '')`,
      images: () => sql`coalesce((select json_agg(i.path order by i.position) from product_images i
        where i.product_id = it.id), case when it.image_path = '' then '[]' else json_build_array(it.image_path) end)`,
      held: () => heldPieces,
      sold: () => soldPieces,
      uses: () => sql`(select count(*)::integer from basket_products b where b.product_id = it.id)`,
    },
    writes: ({ sku, images, ...given }) => ({
      ...given,
      sku: sku === '' ? null : sku,
      imagePath: (images as string[])[0] ?? '',
    }),
    writesBeside: async (tx, id, { images }) => {
      await tx.deleteFrom('product_images').where('product_id', '=', id).execute()
      const rows = (images as string[]).map((path, position) => ({ product_id: id, position, path }))
      if (rows.length > 0) await tx.insertInto('product_images').values(rows).execute()
    },
    removesBeside: async (tx, id) => {
      await tx.deleteFrom('product_images').where('product_id', '=', id).execute()
    },
    beginsWith: () => ({ stock: 0 }),
    refusals: {
      products_sku_once: ['sku', s.skuTaken],
      products_category_id_fkey: ['categoryId', s.chooseCategory],
    },
    isSorted: true,
  },
  codes: {
    table: 'discount_codes',
    subject: 'code',
    reads: {
      givenPence: () => sql`(select coalesce(sum(u.amount_pence), 0)::integer from discount_uses u
        where u.discount_code_id = it.id and u.released_at is null)`,
    },
    writes: ({ code, ...given }) => ({ ...given, code: asCode(String(code)) }),
    refusals: { discount_codes_once: ['code', s.codeTaken] },
    isSorted: false,
  },
  articles: {
    table: 'articles',
    subject: 'article',
    beginsWith: now => ({ publishedAt: now }),
    isSorted: true,
  },
  promoPages: { table: 'promo_pages', subject: 'promo', isSorted: false },
  promoItems: { table: 'promo_items', subject: 'promoItem', isSorted: true },
}

/** What is free of a type that is on again is offered to who waits; what is on offer of one that is off nobody could book. */
async function offerOrTakeBack(tx: Tx, typeId: number, isActive: boolean, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select s.id from sessions s where s.offering_type_id = ${typeId}
    and case when ${isActive} then ${placesLeft} > 0
        and exists (select from waiting_entries w where ${mayBeOffered('w', now)})
      else s.places_offered > 0 end
    order by s.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await (isActive ? offerFreedPlaces : takeBackOffers)(tx, ids, now)
}
