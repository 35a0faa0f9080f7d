import { everyOfferingKind } from '#domain/offering-kinds.ts'
import type { Permission } from '#domain/office/permissions.ts'
import { tidyPostcode } from '#domain/written-text.ts'
import {
  choice,
  count,
  done,
  exported,
  type Form,
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
  truth,
  version,
  write,
} from './office-call.ts'

/** Rich text: whoever saves it cleans it, and finds it by this form. */
export const richText: Form<string> = { ...html }
/** The path of one of the business's pictures, '' for none; whoever saves one looks whether it is there. */
export const picture: Form<string> = textUpTo(200)
/** Several, in their order. */
export const pictures: Form<string[]> = list(picture)

type Forms = Record<string, Form<unknown>>

/** A list that staff edit: `fields` are shown and saved, `told` is only shown, `begins` is what a new one may bring. */
const listed = <
  const Fields extends Forms,
  const Told extends Forms,
  const Begins extends Forms = Record<never, never>,
>(
  area: string,
  permission: Permission,
  fields: Fields,
  told: Told,
  { toSee = 'planner.see', begins }: { toSee?: Permission; begins?: Begins } = {},
) => ({
  list: read(`${area}/list`, toSee, {}, list(plain({ id, version: id, ...fields, ...told }))),
  save: write(
    `${area}/save`,
    permission,
    { id: ifPresent(id), version, ...fields, ...(begins as Begins) },
    saved,
  ),
})

/** What is not offered any more is switched off and stays for what uses it, which `uses` counts. */
const isActive = truth
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
      ...{ mapUrl: textUpTo(500), isActive },
    },
    { uses },
  ),
  rooms: listed(
    'Rooms',
    'catalogue.edit',
    { venueId: id, name, capacity: nullable(count), isShared: truth, isActive },
    { uses },
  ),
  ages: listed(
    'Ages',
    'catalogue.edit',
    // From so many months on, and until so many: advice to who books (record 045).
    { name, fromMonths: nullable(count), toMonths: nullable(count), isActive },
    { uses },
  ),
  types: listed(
    'Types',
    'catalogue.edit',
    {
      ...{ kind: choice(everyOfferingKind), name, ageLabel: line, introduction: longText },
      ...{ imagePath: picture, detailImagePath: picture, introductionHtml: richText, detailsHtml: richText },
      ...{ termDates: line, teacher: longText, toBring: longText, isActive },
    },
    { uses },
  ),
  packs: listed(
    'Packs',
    'catalogue.edit',
    {
      ...{ name, credits: count, pricePence: count, description: longText, description2: longText },
      ...{ imagePath: picture, isActive },
    },
    { uses },
  ),
  categories: listed('Categories', 'catalogue.edit', { name, imagePath: picture, isActive }, { uses }),
  products: listed(
    'Products',
    'catalogue.edit',
    {
      ...{ categoryId: id, name, sku: textUpTo(40), pricePence: count, images: pictures },
      ...{ contentHtml: richText, isPopular: truth, lowStock: count, isActive },
    },
    // `held` are in orders not paid yet: they lie on the shelf with the `stock` that is to be had. `sold` are paid.
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
    // Whoever reads a code can use it.
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
}
export type ListName = keyof typeof catalogue
const listName = choice(Object.keys(catalogue) as ListName[])

const stocked = plain({ stock: count, held: count })
const note = textUpTo(500)

/** What is done to the lists besides saving. */
export const lists = {
  /** Those that the page shows, or all. */
  export: exported('Lists', 'planner.see', { list: listName, ids: ifPresent(ids) }),
  /** `was`: the order that was read, of the same things. */
  sort: write('Lists/sort', 'catalogue.edit', { list: listName, ids, was: ids }, done),
  /** What nothing refers to goes; anything else is refused, and is switched off instead. */
  remove: write('Lists/remove', 'catalogue.edit', { list: listName, id, version }, done),
}

/** Stock comes, is counted and is written off; it is never typed over (spec 3 §2.5). */
export const stock = {
  receive: write('Stock/receive', 'stock.move', { productId: id, pieces: count, note }, stocked),
  /** `pieces` lie on the shelf, without those that are paid and wait to be sent; `lastEntry` is the newest one that was read, `sold` what was. */
  count: write(
    'Stock/count',
    'stock.move',
    { productId: id, pieces: count, note, lastEntry: nullable(id), sold: count },
    stocked,
  ),
  writeOff: write('Stock/writeOff', 'stock.move', { productId: id, pieces: count, note }, stocked),
  /** What came and went otherwise than by orders, newest first. */
  entries: read(
    'Stock/entries',
    'planner.see',
    { ...pageOfList, productId: id },
    officeList(
      plain({
        ...{ id, pieces: integer, reason: choice(['delivery', 'count', 'writtenOff']) },
        ...{ note, by: name, at: instant },
      }),
    ),
  ),
}
