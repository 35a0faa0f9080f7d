import { type RawBuilder, sql } from 'kysely'
import type { ListName } from '#contract/office/catalogue.ts'
import { asCode } from '#domain/office/catalogue-rules.ts'
import { catalogueSentences as s } from '#domain/office/catalogue-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { mayBeOffered } from '#server/features/offerings/queue.ts'
import { lockClasses, lockSessionsOf } from '#server/features/planning/lock-sessions.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { withdrawOffers } from '#server/features/waiting-list/withdraw-offers.ts'
import type { VersionedTable } from '#server/staff-log/save-versioned.ts'

/** An item of a list, by the contract's field names. */
export type Thing = Record<string, unknown>

type Subject =
  | 'venue'
  | 'room'
  | 'age'
  | 'type'
  | 'pack'
  | 'category'
  | 'product'
  | 'size'
  | 'code'
  | 'article'
  | 'promo'
  | 'promoItem'
  | 'replyText'

/**
 * Maps a list of the contract to its table. Fields are columns of the same name (`imagePath` is `image_path`).
 * In SQL fragments `it` is the row.
 */
export interface ListDefinition {
  table: VersionedTable
  /** The rows of the table that are in the list; left out for all. */
  only?: RawBuilder<boolean>
  /** The item's name in the log: `venue.save`. */
  subject: Subject
  /** Fields that are not read from the column of their name, or that are read only. */
  reads?: Record<string, (now: Date) => RawBuilder<unknown>>
  /** Returns the columns to write where they differ from the fields; undefined for a field without a column. */
  writes?: (given: Thing) => Thing
  /** Writes the item's rows in other tables; `before` is undefined for a new item. */
  writesBeside?: (tx: Tx, id: number, given: Thing, before: Thing | undefined, now: Date) => Promise<void>
  /** Removes the item's rows in other tables. */
  removesBeside?: (tx: Tx, id: number) => Promise<void>
  /** Columns of a new item besides its fields. */
  beginsWith?: (now: Date) => Thing
  /** The constraints that can refuse an input, each with the field and the sentence. */
  refusals?: Record<string, [field: string, sentence: string]>
  /** Whether staff choose the order of the list, which the column `sort` stores. */
  isSorted: boolean
}

const coming = (now: Date) => sql`s.status <> 'cancelled' and s.starts_at > ${now}`
const comingOfOfferings = (column: string) => (now: Date) =>
  sql`(select count(*)::integer from sessions s join offerings o on o.id = s.offering_id
    where o.${sql.ref(column)} = it.id and ${coming(now)})`
const comingOf = (column: string) => (now: Date) =>
  sql`(select count(*)::integer from sessions s where s.${sql.ref(column)} = it.id and ${coming(now)})`

const nameTaken = (constraint: string) => ({ [constraint]: ['name', s.nameTaken] as [string, string] })

/** Counts the ordered but unpaid pieces of the product `it`, which are not sent yet (record 059). */
export const heldPieces = sql<number>`(select coalesce(sum(i.quantity), 0)::integer from order_items i
  join orders o on o.id = i.order_id where i.product_id = it.id and o.status = 'pending')`
/**
 * Counts the pieces in paid orders, sent or not: what left the supply, less the pieces held by unpaid orders
 * (invariant 15).
 */
export const soldPieces = sql<number>`(it.supplied - it.stock - ${heldPieces})`

export const listDefinitions: Record<ListName, ListDefinition> = {
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
    only: sql`not it.is_range`,
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
      // A class without its own name has its type's name, and follows a change of it.
      if (name !== before.name) {
        // Raises their versions, so that a form opened earlier does not save the old name again.
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
    only: sql<boolean>`it.size_of is null`,
    reads: {
      stock: () => sql`coalesce((select sum(z.stock)::integer from products z
        where z.size_of = it.id and z.is_size_offered), it.stock)`,
      ownStock: () => sql`it.stock`,
      sizes: () => sql`(select count(*)::integer from products z where z.size_of = it.id)`,
      sku: () => sql`coalesce(it.sku, '')`,
      images: () => sql`coalesce((select json_agg(i.path order by i.position) from product_images i
        where i.product_id = it.id), case when it.image_path = '' then '[]' else json_build_array(it.image_path) end)`,
      held: () => heldPieces,
      sold: () => soldPieces,
      uses: () => sql`(select count(*)::integer from basket_products b join products z on z.id = b.product_id
        where coalesce(z.size_of, z.id) = it.id)`,
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
  sizes: {
    table: 'products',
    subject: 'size',
    only: sql<boolean>`it.size_of is not null`,
    reads: {
      productId: () => sql`it.size_of`,
      sku: () => sql`coalesce(it.sku, '')`,
      isActive: () => sql`it.is_size_offered`,
      held: () => heldPieces,
      sold: () => soldPieces,
      uses: () => sql`(select count(*)::integer from basket_products b where b.product_id = it.id)`,
    },
    writes: ({ productId, sku, isActive, ...given }) => ({
      ...given,
      sizeOf: productId,
      sku: sku === '' ? null : sku,
      isSizeOffered: isActive,
    }),
    writesBeside: async (_tx, _id, { productId }, before) => {
      requireFields({ productId: before && before.productId !== productId && s.sizeStays })
    },
    beginsWith: () => ({ stock: 0 }),
    refusals: {
      ...nameTaken('products_size_once'),
      products_sku_once: ['sku', s.skuTaken],
      products_size_of_fkey: ['productId', s.chooseProduct],
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
  replyTexts: {
    table: 'reply_texts',
    subject: 'replyText',
    refusals: nameTaken('reply_texts_name_key'),
    isSorted: true,
  },
}

/**
 * Offers free places to the waiting list when a type is switched on again, and withdraws the offers when it is
 * switched off.
 */
async function offerOrTakeBack(tx: Tx, typeId: number, isActive: boolean, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select s.id from sessions s where s.offering_type_id = ${typeId}
    and case when ${isActive} then ${placesLeft} > 0
        and exists (select from waiting_entries w where ${mayBeOffered('w', now)})
      else s.places_offered > 0 end
    order by s.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await (isActive ? offerFreedPlaces : withdrawOffers)(tx, ids, now)
}
