import type { OfferingKind } from './offering-kinds.ts'

/**
 * What a site has only where the business offers it, or has written it: its menu, links and mails name nothing else
 * (record 075). Whatever is in none of these is on every site.
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
