import * as addresses from '#contract/addresses.ts'
import { type Page, plain, shell } from '#web/page.ts'
import { articlesQuery, promoPageQueries, siteTextsQuery } from './queries.ts'

/** What a page of the business's own long texts needs. */
const siteTexts = (description: string): Pick<Page, 'data' | 'head'> => ({
  data: ({ api }) => [siteTextsQuery(api)],
  head: async () => () => ({ description }),
})
const siteTextPage = () => import('./site-text-page.tsx').then(file => file.SiteTextPage)
const promoPage = (address: { path: string }, title: string) =>
  shell(address, title, () => import('./promo-page.tsx').then(file => file.PromoPage), {
    data: promoPageQueries,
    head: () => import('./promo-page-head.ts').then(file => file.promoPageHead),
  })

export const contentPages: Page[] = [
  plain(addresses.terms, 'Terms & Conditions', () => import('./term-page.tsx').then(file => file.TermPage), {
    data: ({ api }) => [siteTextsQuery(api)],
    head: () => import('./term-page-head.ts').then(file => file.termPageHead),
  }),
  shell(
    addresses.about,
    'About us',
    () => import('./about-page.tsx').then(file => file.AboutPage),
    siteTexts('Who runs our children’s classes, what we believe in and how we keep children safe.'),
  ),
  shell(
    addresses.contact,
    'Contact',
    () => import('./contact-page.tsx').then(file => file.ContactPage),
    siteTexts('Telephone, e-mail, venues and opening hours, and a form to write to us.'),
  ),
  shell(
    addresses.helpCentre,
    'Help centre',
    () => import('./help-centre-page.tsx').then(file => file.HelpCentrePage),
    {
      ...siteTexts(
        'Answers about first classes, what to bring, class credits, changing a booking and waiting lists.',
      ),
      data: ({ api }) => [siteTextsQuery(api), articlesQuery(api)],
    },
  ),
  shell(addresses.parentClass, 'Parent class', siteTextPage, siteTexts('Sessions for parents and carers.')),
  shell(addresses.events, 'Events', siteTextPage, siteTexts('Events, holiday camps and family days.')),
  promoPage(addresses.parties, 'Parties'),
  promoPage(addresses.bespoke, 'Private'),
]
