/**
 * What a site has only where the business offers it, or has written it: its menu, links and mails name nothing else
 * (record 075). Whatever is in none of these is on every site.
 */
export type SitePart =
  | 'about'
  | 'help'
  | 'event'
  | 'parentSession'
  | 'packs'
  | 'credits'
  | 'discounts'
  | 'party'
  | 'bespoke'
  | 'shop'
