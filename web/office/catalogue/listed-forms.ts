import * as addresses from '#contract/addresses.ts'
import type { ListName } from '#contract/office/catalogue.ts'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { everyOwnVatCode, vatWords } from '#domain/office/vat.ts'
import type { Ratio } from '#web/office/editor/picture-picker.tsx'

interface Common {
  name: string
  label: string
  hint?: string
  isStarred?: boolean
  /** Whether an empty field means nothing rather than 0. */
  mayBeNothing?: boolean
  /** Whether only a new item has this field. */
  isFirst?: boolean
  /** Whether the field is rarely used, and so hidden under “More”. */
  isRare?: boolean
}
/** A form field and its control. The contract says how the server treats it. */
export type FormField = Common &
  (
    | { is: 'line' | 'long' | 'rich' | 'money' | 'count' | 'age' | 'tick' | 'firstDay' | 'lastDay' | 'code' }
    | {
        is: 'pictures'
        ratio: Ratio
        most?: number
        /** The text that parents see while there is no picture. Without this text, a missing picture is not mentioned. */
        wanted?: string
      }
    | { is: 'one' | 'several'; options: readonly { value: string; label: string }[] }
    | { is: 'oneOf'; list: ListName }
  )

export interface ListedForm {
  title: string
  /** The item's name: “New venue”. */
  one: string
  fields: FormField[]
  /** The initial values of a new item. */
  begins?: Record<string, string>
  /** The fields shown as columns, besides name and state. */
  columns: string[]
  /** The sentence shown while it is switched off but in use. */
  inUse?: (count: number) => string
  empty: string
  isSorted: boolean
  /** The page where parents see it; `:id` is the item's. */
  page?: (thing: Record<string, unknown>) => string
}

const kindNames: Record<OfferingKind, string> = {
  class: 'Class',
  event: 'Event',
  parentSession: 'Parents’ session',
}
const kinds = everyOfferingKind.map(value => ({ value, label: kindNames[value] }))
const name: FormField = { name: 'name', label: 'Name', is: 'line', isStarred: true }
const title: FormField = { ...name, name: 'title', label: 'Title' }
const offered: FormField = { name: 'isActive', label: 'Offered', is: 'tick' }
const published: FormField = { ...offered, label: 'Published' }
const price: FormField = {
  name: 'pricePence',
  label: 'Price',
  is: 'money',
  isStarred: true,
  hint: 'Like 8.50',
}
const vatCode: FormField = {
  name: 'vatCode',
  label: 'VAT',
  is: 'one',
  options: everyOwnVatCode.map(value => ({ value, label: value ? vatWords[value] : 'As the business' })),
  hint: 'Kept with each sale. The business’s own code stands under Settings',
  isRare: true,
}
const picture = { name: 'imagePath', label: 'Picture', is: 'pictures', ratio: 'card' } as const
export const promoPages = [
  { value: 'party', label: 'Parties' },
  { value: 'bespoke', label: 'Private classes' },
] as const
const page: FormField = { name: 'page', label: 'Page', is: 'one', options: promoPages }

const promoPage = (thing: Record<string, unknown>) =>
  thing.page === 'bespoke' ? addresses.bespoke() : addresses.parties()

const sessions = (count: number) => (count === 1 ? '1 coming date uses' : `${count} coming dates use`)
const stays = (what: string) => (count: number) =>
  `${sessions(count)} this ${what}. It stays for them and is not offered for new ones`

export const listedForms: Record<ListName, ListedForm> = {
  venues: {
    title: 'Venues',
    one: 'venue',
    fields: [
      name,
      { name: 'address', label: 'Address', is: 'long' },
      { name: 'postcode', label: 'Postcode', is: 'line' },
      {
        name: 'directions',
        label: 'How to get there',
        is: 'long',
        hint: 'Which door, where to park, the bus',
      },
      { name: 'whatToBring', label: 'What to bring here', is: 'line' },
      { ...picture, label: 'Photograph of the hall', hint: 'Beside its address on the site' },
      { name: 'mapUrl', label: 'Link to a map', is: 'line', hint: 'Without one the address is looked up' },
      {
        name: 'coordinates',
        label: 'Coordinates',
        is: 'line',
        hint: 'Like 51.4412, -2.5986, for “Near me”. Empty where the link to a map holds them; a short link does not',
      },
      offered,
    ],
    columns: ['address', 'rooms'],
    inUse: stays('venue'),
    empty: 'Venues are where classes happen',
    isSorted: true,
  },
  rooms: {
    title: 'Rooms',
    one: 'room',
    fields: [
      name,
      { name: 'venueId', label: 'Venue', is: 'oneOf', list: 'venues', isStarred: true },
      {
        name: 'capacity',
        label: 'Holds',
        is: 'count',
        mayBeNothing: true,
        hint: 'Children at once. Empty for no limit',
      },
      { name: 'isShared', label: 'Several classes may be in it at once', is: 'tick' },
      offered,
    ],
    columns: ['venueId', 'capacity'],
    inUse: stays('room'),
    empty: 'Rooms tell you when two classes want the same one',
    isSorted: true,
  },
  ages: {
    title: 'Ages',
    one: 'age group',
    fields: [
      { ...name, hint: 'Like “2 to 3 years”' },
      {
        name: 'fromMonths',
        label: 'From age',
        is: 'age',
        hint: 'Like 2, or 18 months. A parent who books for a younger child is told, and may still book unless the class refuses other ages',
      },
      {
        name: 'toMonths',
        label: 'Until the birthday',
        is: 'age',
        hint: 'The birthday from which a child is too old: 4 includes everybody who is three',
      },
      offered,
    ],
    columns: ['fromMonths', 'toMonths'],
    inUse: stays('age group'),
    empty: 'Age groups are what parents choose a class by',
    isSorted: true,
  },
  types: {
    title: 'Types',
    one: 'type',
    fields: [
      name,
      { name: 'kind', label: 'Kind', is: 'one', options: kinds },
      { name: 'ageLabel', label: 'Ages, in words', is: 'line', hint: 'Like “2–4 years”' },
      { name: 'teacher', label: 'Teacher, in words', is: 'line' },
      {
        ...{ name: 'teacherImagePath', label: 'Photograph of the teacher', is: 'pictures', ratio: 'square' },
        hint: 'Shown with these words',
      },
      { name: 'introduction', label: 'In one or two sentences', is: 'long', hint: 'On its card' },
      {
        ...picture,
        hint: 'On its card, and above its page where there is no banner',
        wanted: 'Until there is one, parents see its card without a picture',
      },
      { name: 'detailImagePath', label: 'Banner', is: 'pictures', ratio: 'banner' },
      { name: 'introductionHtml', label: 'Introduction', is: 'rich' },
      { name: 'detailsHtml', label: 'Details', is: 'rich' },
      { name: 'toBring', label: 'What to bring', is: 'line', isRare: true },
      { name: 'termDates', label: 'Term dates, in words', is: 'line', isRare: true },
      vatCode,
      offered,
    ],
    columns: ['kind', 'ageLabel', 'teacher'],
    inUse: count =>
      `${sessions(count)} this type. Parents will not find them, nor drafts once they are published; what is booked stays`,
    empty: 'A type is a kind of class: Ballet, Toddler music',
    isSorted: true,
    page: ({ kind }) => `${addresses.ofKind[kind as OfferingKind].type.path}?id=:id`,
  },
  packs: {
    title: 'Class packs',
    one: 'pack',
    fields: [
      name,
      { name: 'credits', label: 'Credits', is: 'count', isStarred: true },
      price,
      { name: 'description', label: 'First line', is: 'line', hint: 'Under its name, like “For any class”' },
      {
        name: 'description2',
        label: 'Second line',
        is: 'line',
        hint: 'Below it, like “For brothers and sisters too”',
      },
      { ...picture, ratio: 'square' },
      vatCode,
      offered,
    ],
    columns: ['credits', 'pricePence'],
    inUse: count =>
      `${count === 1 ? '1 was sold. Its' : `${count} were sold. Their`} credits stay; it is just no longer sold`,
    empty: 'A pack is a number of classes at one price',
    isSorted: true,
    page: () => addresses.classPacks(),
  },
  categories: {
    title: 'Categories',
    one: 'category',
    fields: [name, { ...picture, ratio: 'square' }, offered],
    columns: [],
    inUse: count =>
      `${count === 1 ? '1 product is in it. It is' : `${count} products are in it. They are`} not shown in the shop then`,
    empty: 'Categories are the shelves of the shop',
    isSorted: true,
  },
  products: {
    title: 'Products',
    one: 'product',
    fields: [
      name,
      { name: 'categoryId', label: 'Category', is: 'oneOf', list: 'categories', isStarred: true },
      price,
      { name: 'images', label: 'Pictures', is: 'pictures', ratio: 'square', most: 8 },
      { name: 'contentHtml', label: 'Text', is: 'rich' },
      { name: 'firstStock', label: 'In stock', is: 'count', isFirst: true },
      { name: 'isPopular', label: 'Popular', is: 'tick' },
      { name: 'sku', label: 'SKU', is: 'line', isRare: true, hint: 'Your own product number' },
      { name: 'lowStock', label: 'Stock is low at', is: 'count', isRare: true },
      vatCode,
      offered,
    ],
    begins: { lowStock: '3' },
    columns: ['categoryId', 'pricePence', 'stock'],
    inUse: count =>
      `It lies in ${count === 1 ? '1 basket' : `${count} baskets`}. It can no longer be bought then`,
    empty: 'Products are what the shop sells',
    isSorted: true,
    page: () => `${addresses.product.path}?id=:id`,
  },
  sizes: {
    title: 'Sizes',
    one: 'size',
    fields: [
      { ...name, hint: 'Such as “Age 3–4” or “Small”' },
      { name: 'productId', label: 'Product', is: 'oneOf', list: 'products', isStarred: true },
      { name: 'firstStock', label: 'In stock', is: 'count', isFirst: true },
      { name: 'sku', label: 'SKU', is: 'line', isRare: true, hint: 'Your own product number' },
      { name: 'lowStock', label: 'Stock is low at', is: 'count', isRare: true },
      { ...offered, label: 'Can be bought' },
    ],
    begins: { lowStock: '3' },
    columns: [],
    inUse: count =>
      `It lies in ${count === 1 ? '1 basket' : `${count} baskets`}. It can no longer be bought then`,
    empty: 'Without sizes the product is sold as one',
    isSorted: true,
  },
  codes: {
    title: 'Discount codes',
    one: 'code',
    fields: [
      { name: 'code', label: 'Code', is: 'code', isStarred: true, hint: '4 to 20 letters and figures' },
      { name: 'percent', label: 'Per cent off', is: 'count', mayBeNothing: true },
      { name: 'amountPence', label: 'or an amount off', is: 'money', mayBeNothing: true },
      {
        name: 'kinds',
        label: 'For',
        is: 'several',
        isStarred: true,
        options: kinds,
        hint: 'Packs and products keep their price',
      },
      { name: 'minimumPence', label: 'From an order of', is: 'money' },
      { name: 'startsAt', label: 'First day', is: 'firstDay', isStarred: true },
      { name: 'endsAt', label: 'Last day', is: 'lastDay', isStarred: true },
      {
        name: 'maxUses',
        label: 'Uses in all',
        is: 'count',
        mayBeNothing: true,
        hint: 'Empty: as often as you like',
      },
      { name: 'maxUsesPerAccount', label: 'Uses per family', is: 'count', mayBeNothing: true },
      { ...offered, label: 'Can be used' },
    ],
    columns: ['percent', 'endsAt', 'uses', 'givenPence'],
    empty: 'A discount code takes money off an order',
    isSorted: false,
  },
  articles: {
    title: 'Help articles',
    one: 'article',
    fields: [
      title,
      { name: 'introduction', label: 'In one sentence', is: 'line' },
      picture,
      { name: 'contentHtml', label: 'Text', is: 'rich' },
      published,
    ],
    columns: [],
    empty: 'Articles answer what you are asked most',
    isSorted: true,
    page: () => addresses.helpCentre(),
  },
  promoPages: {
    title: 'Promo pages',
    one: 'page',
    fields: [
      page,
      { name: 'bannerPaths', label: 'Pictures at the top', is: 'pictures', ratio: 'banner', most: 6 },
      { name: 'heading1', label: 'Heading', is: 'line' },
      { name: 'heading2', label: 'Second heading', is: 'line' },
      { name: 'text2Top', label: 'First text', is: 'rich' },
      { name: 'image2Top', label: 'First picture', is: 'pictures', ratio: 'card' },
      { name: 'text2Bottom', label: 'Second text', is: 'rich' },
      { name: 'image2Bottom', label: 'Second picture', is: 'pictures', ratio: 'card' },
    ],
    columns: ['heading1'],
    empty: 'These pages are about parties and private classes',
    isSorted: false,
    page: promoPage,
  },
  promoItems: {
    title: 'Promo items',
    one: 'item',
    fields: [
      page,
      {
        name: 'section',
        label: 'Section',
        is: 'one',
        options: [
          { value: 'type', label: 'Types, packages' },
          { value: 'theme', label: 'Themes, benefits' },
          { value: 'product', label: 'Add-ons, what is in it' },
        ],
      },
      title,
      picture,
      { name: 'contentHtml', label: 'Text', is: 'rich' },
      published,
    ],
    columns: ['page', 'section'],
    empty: 'Items are the cards on the pages of parties and private classes',
    isSorted: true,
    page: promoPage,
  },
  replyTexts: {
    title: 'Texts for answers',
    one: 'text',
    fields: [
      name,
      {
        name: 'body',
        label: 'Text',
        is: 'long',
        hint: 'The greeting and your name are added. You can change it before it is sent',
      },
      offered,
    ],
    columns: [],
    empty: 'A text saves typing the same answer again',
    isSorted: true,
  },
}
