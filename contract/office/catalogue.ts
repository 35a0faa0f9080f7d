import { everyOfferingKind } from '#domain/offering-kinds.ts'
import type { Permission } from '#domain/office/permissions.ts'
import { everyPreset } from '#domain/office/presets.ts'
import { everyOwnVatCode } from '#domain/office/vat.ts'
import { tidyPostcode } from '#domain/tidy-text.ts'
import {
  boolean,
  type Codec,
  choice,
  count,
  done,
  exported,
  html,
  id,
  ids,
  ifPresent,
  instant,
  integer,
  line,
  list,
  longText,
  name,
  nullable,
  officeList,
  pageOfList,
  plain,
  read,
  saved,
  textUpTo,
  version,
  write,
} from './office-call.ts'

/** Rich text. Saving sanitises it, and recognises it by this codec. */
export const richText: Codec<string> = { ...html }
/** The path of one of the business's pictures, '' for none. Saving checks that it exists. */
export const picture: Codec<string> = textUpTo(200)
/** A picture that an older page does not send; the stored one then stays. */
export const laterPicture: Codec<string | undefined> = ifPresent(picture)
/** Several pictures, in order. */
export const pictures: Codec<string[]> = list(picture)

type Codecs = Record<string, Codec<unknown>>

/**
 * A list that staff edit. `fields` are shown and saved, `readOnly` is only shown, and `begins` is extra input for a new
 * entry.
 */
const listed = <
  const Fields extends Codecs,
  const ReadOnly extends Codecs,
  const Begins extends Codecs = Record<never, never>,
>(
  area: string,
  permission: Permission,
  fields: Fields,
  readOnly: ReadOnly,
  { toSee = 'planner.see', begins }: { toSee?: Permission; begins?: Begins } = {},
) => ({
  list: read(`${area}/list`, toSee, {}, list(plain({ id, version: id, ...fields, ...readOnly }))),
  save: write(
    `${area}/save`,
    permission,
    { id: ifPresent(id), version, ...fields, ...(begins as Begins) },
    saved,
  ),
})

/** The VAT code; '' takes the business's own. */
const vatCode = ifPresent(choice(everyOwnVatCode))
/** Whether an entry is offered. An inactive one is kept for the rows that use it, which `uses` counts. */
const isActive = boolean
const uses = count

export const catalogue = {
  venues: listed(
    'Venues',
    'catalogue.edit',
    {
      ...{
        name,
        address: longText,
        postcode: textUpTo(10, tidyPostcode),
        directions: longText,
        whatToBring: longText,
      },
      ...{ mapUrl: textUpTo(500), coordinates: ifPresent(textUpTo(60)), imagePath: laterPicture, isActive },
    },
    { uses },
  ),
  rooms: listed(
    'Rooms',
    'catalogue.edit',
    { venueId: id, name, capacity: nullable(count), isShared: boolean, isActive },
    { uses },
  ),
  ages: listed(
    'Ages',
    'catalogue.edit',
    // The age range in months: advice for the parent who books (record 033).
    { name, fromMonths: nullable(count), toMonths: nullable(count), isActive },
    { uses },
  ),
  types: listed(
    'Types',
    'catalogue.edit',
    {
      ...{ kind: choice(everyOfferingKind), name, ageLabel: line, introduction: longText },
      ...{ imagePath: picture, detailImagePath: picture, introductionHtml: richText, detailsHtml: richText },
      ...{ termDates: line, teacher: longText, teacherImagePath: laterPicture, toBring: longText, vatCode },
      isActive,
    },
    { uses },
  ),
  packs: listed(
    'Packs',
    'catalogue.edit',
    {
      ...{ name, credits: count, pricePence: count, description: longText, description2: longText },
      ...{ imagePath: picture, vatCode, isActive },
    },
    { uses },
  ),
  categories: listed('Categories', 'catalogue.edit', { name, imagePath: picture, isActive }, { uses }),
  products: listed(
    'Products',
    'catalogue.edit',
    {
      ...{ categoryId: id, name, sku: textUpTo(40), pricePence: count, images: pictures },
      ...{ contentHtml: richText, isPopular: boolean, lowStock: count, vatCode, isActive },
    },
    // `held` are in unpaid orders: they are on the shelf with the available `stock`. `sold` are paid.
    // With sizes `stock` is their sum, and `ownStock` are the pieces without a size.
    { stock: count, ownStock: count, held: count, sold: count, sizes: count, uses },
    { begins: { firstStock: ifPresent(count) } },
  ),
  /** The sizes of all products (decision O-116). An inactive one is retired. */
  sizes: listed(
    'Sizes',
    'catalogue.edit',
    { productId: id, name, sku: textUpTo(40), lowStock: count, isActive },
    { stock: count, held: count, sold: count, uses },
    { begins: { firstStock: ifPresent(count) } },
  ),
  codes: listed(
    'Codes',
    'catalogue.edit',
    {
      ...{ code: textUpTo(20), percent: nullable(count), amountPence: nullable(count) },
      ...{ kinds: list(choice(everyOfferingKind)), minimumPence: count },
      ...{ startsAt: instant, endsAt: instant, maxUses: nullable(count), maxUsesPerAccount: nullable(count) },
      isActive,
    },
    { uses, givenPence: count },
    // Anyone who can read a code can use it.
    { toSee: 'catalogue.edit' },
  ),
  articles: listed(
    'Articles',
    'site.edit',
    { title: name, introduction: longText, imagePath: picture, contentHtml: richText, isActive },
    {},
  ),
  promoPages: listed(
    'PromoPages',
    'site.edit',
    {
      ...{ page: choice(['party', 'bespoke']), bannerPaths: pictures, heading1: line, heading2: line },
      ...{ text2Top: richText, text2Bottom: richText, image2Top: picture, image2Bottom: picture },
    },
    {},
  ),
  promoItems: listed(
    'PromoItems',
    'site.edit',
    {
      ...{ page: choice(['party', 'bespoke']), section: choice(['type', 'theme', 'product']), title: name },
      ...{ imagePath: picture, contentHtml: richText, isActive },
    },
    {},
  ),
  /** The texts with which an answer to an enquiry can begin. */
  replyTexts: listed(
    'ReplyTexts',
    'catalogue.edit',
    { name, body: longText, isActive },
    {},
    { toSee: 'enquiry.answer' },
  ),
}
export type ListName = keyof typeof catalogue
const listName = choice(Object.keys(catalogue) as ListName[])

/** The usual content for a new business of a kind (decision O-190). */
export const presets = {
  /** Adds what is missing and changes nothing. `keepsLook`: a look that was saved before is kept. */
  use: write(
    'Presets/use',
    'business.edit',
    { preset: choice(everyPreset) },
    plain({ ages: count, types: count, texts: count, keepsLook: boolean }),
  ),
}

const stocked = plain({ stock: count, held: count })
const note = textUpTo(500)

/** The actions on lists besides saving. */
export const lists = {
  /** The entries that the page shows, or all. */
  export: exported('Lists', 'planner.see', { list: listName, ids: ifPresent(ids) }),
  /** `was` is the order that the page read, with the same entries. */
  sort: write('Lists/sort', 'catalogue.edit', { list: listName, ids, was: ids }, done),
  /** Deletes an entry that nothing refers to. Any other is refused, and can be deactivated instead. */
  remove: write('Lists/remove', 'catalogue.edit', { list: listName, id, version }, done),
}

/** Stock is received, counted and written off, never overwritten (spec 3 §2.5). */
export const stock = {
  receive: write('Stock/receive', 'stock.move', { productId: id, pieces: count, note }, stocked),
  /**
   * `pieces` is the number on the shelf without paid pieces that are not sent yet. `lastEntry` and `sold` are the
   * values that the page read.
   */
  count: write(
    'Stock/count',
    'stock.move',
    { productId: id, pieces: count, note, lastEntry: nullable(id), sold: count },
    stocked,
  ),
  writeOff: write('Stock/writeOff', 'stock.move', { productId: id, pieces: count, note }, stocked),
  /** Lists the stock changes other than orders, newest first. */
  entries: read(
    'Stock/entries',
    'planner.see',
    { ...pageOfList, productId: id },
    officeList(
      plain({
        ...{ id, pieces: integer, reason: choice(['delivery', 'count', 'writtenOff', 'returned']) },
        ...{ note, by: name, at: instant },
      }),
    ),
  ),
}
