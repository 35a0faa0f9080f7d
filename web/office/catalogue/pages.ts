import * as addresses from '#contract/office/addresses.ts'
import type { ListName } from '#contract/office/catalogue.ts'
import type { Permission } from '#domain/office/permissions.ts'
import { type OfficePage, officePage } from '#web/office/office-page.ts'

const listPage = (
  address: { path: string },
  title: string,
  list: ListName,
  /** The item's name in its form. */
  one: string,
  toAdd: Permission = 'catalogue.edit',
  toSee: Permission = 'planner.see',
) =>
  officePage(address, title, toSee, () => import('./listed-page.tsx').then(file => file.listedPage(list)), {
    one: { name: one, permission: toAdd },
  })

export const cataloguePages: OfficePage[] = [
  listPage(addresses.types, 'Types', 'types', 'type'),
  listPage(addresses.venues, 'Venues', 'venues', 'venue'),
  officePage(addresses.rooms, 'Rooms', 'planner.see', () =>
    import('./rooms-page.tsx').then(file => file.RoomsPage),
  ),
  listPage(addresses.ages, 'Ages', 'ages', 'age group'),
  listPage(addresses.packs, 'Class packs', 'packs', 'pack'),
  listPage(addresses.products, 'Products', 'products', 'product'),
  listPage(addresses.categories, 'Categories', 'categories', 'category'),
  listPage(addresses.codes, 'Discount codes', 'codes', 'code', 'catalogue.edit', 'catalogue.edit'),
  officePage(addresses.pictures, 'Pictures', 'site.edit', () =>
    import('./pictures-page.tsx').then(file => file.PicturesPage),
  ),
  officePage(addresses.texts, 'Texts of the site', 'site.edit', () =>
    import('./texts-page.tsx').then(file => file.TextsPage),
  ),
  listPage(addresses.articles, 'Help articles', 'articles', 'article', 'site.edit'),
  listPage(addresses.promoPages, 'Promo pages', 'promoPages', 'page', 'site.edit'),
  listPage(
    addresses.replyTexts,
    'Texts for answers',
    'replyTexts',
    'text',
    'catalogue.edit',
    'enquiry.answer',
  ),
  listPage(addresses.promoItems, 'Promo items', 'promoItems', 'item', 'site.edit'),
]
