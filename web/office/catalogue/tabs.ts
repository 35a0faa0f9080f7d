import * as addresses from '#contract/office/addresses.ts'
import type { ListName } from '#contract/office/catalogue.ts'
import type { Tab } from '#web/office/ui/page-head.tsx'
import { ofSite } from './thing-state.ts'

export const catalogueTabs: Tab[] = [
  { label: 'Types', to: addresses.types() },
  { label: 'Venues', to: addresses.venues() },
  { label: 'Ages', to: addresses.ages() },
  { label: 'Packs', to: addresses.packs() },
  { label: 'Products', to: addresses.products() },
  { label: 'Categories', to: addresses.categories() },
  { label: 'Codes', to: addresses.codes() },
  { label: 'Pictures', to: addresses.pictures() },
]

export const siteTabs: Tab[] = [
  { label: 'Texts', to: addresses.texts() },
  { label: 'Help articles', to: addresses.articles() },
  { label: 'Promo pages', to: addresses.promoPages() },
  { label: 'Promo items', to: addresses.promoItems() },
]

export const enquiryTabs: Tab[] = [
  { label: 'Enquiries', to: addresses.enquiries() },
  { label: 'Texts for answers', to: addresses.replyTexts() },
]

/** Returns the tabs among which the page of a list stands. */
export function tabsOf(list: ListName): Tab[] {
  if (list === 'replyTexts') return enquiryTabs
  return ofSite.includes(list) ? siteTabs : catalogueTabs
}
