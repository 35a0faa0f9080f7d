import type { OfferingKind } from './offering-kinds.ts'

/**
 * The parts that a site has only if the business offers or has written them. Menu, links and mails omit the others
 * (record 057). A part that is not listed here is on every site.
 */
export type SitePart =
  | 'about'
  | 'help'
  | OfferingKind
  | 'packs'
  | 'credits'
  | 'points'
  | 'discounts'
  | 'party'
  | 'bespoke'
  | 'shop'
