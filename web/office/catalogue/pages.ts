import * as addresses from '#contract/office/addresses.ts'
import type { ListName } from '#contract/office/catalogue.ts'
import type { Permission } from '#domain/office/permissions.ts'
import { type OfficePage, officePage } from '#web/office/office-page.ts'

const listPage = (
  address: { path: string },
  title: string,
  list: ListName,
  toSee: Permission = 'planner.see',
) => officePage(address, title, toSee, () => import('./listed-page.tsx').then(file => file.listedPage(list)))

export const cataloguePages: OfficePage[] = [
  listPage(addresses.types, 'Types', 'types'),
  listPage(addresses.venues, 'Venues', 'venues'),
  listPage(addresses.rooms, 'Rooms', 'rooms'),
  listPage(addresses.ages, 'Ages', 'ages'),
  listPage(addresses.packs, 'Class packs', 'packs'),
  listPage(addresses.products, 'Products', 'products'),
  listPage(addresses.categories, 'Categories', 'categories'),
  listPage(addresses.codes, 'Discount codes', 'codes', 'catalogue.edit'),
  officePage(addresses.pictures, 'Pictures', 'site.edit', () =>
    import('./pictures-page.tsx').then(file => file.PicturesPage),
  ),
  officePage(addresses.texts, 'Texts of the site', 'site.edit', () =>
    import('./texts-page.tsx').then(file => file.TextsPage),
  ),
  listPage(addresses.articles, 'Help articles', 'articles'),
  listPage(addresses.promoPages, 'Promo pages', 'promoPages'),
  listPage(addresses.promoItems, 'Promo items', 'promoItems'),
]
