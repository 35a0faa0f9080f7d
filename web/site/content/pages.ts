import * as addresses from '#contract/addresses.ts'
import { type Page, plain, shell } from '#web/page.ts'
import { articlesQuery, promoPageQueries, siteTextsQuery, termsVersionQuery } from './queries.ts'

const heads = () => import('./site-text-heads.ts')
const siteTexts: Page['data'] = ({ api }) => [siteTextsQuery(api)]
const siteTextPage = () => import('./site-text-page.tsx').then(file => file.SiteTextPage)
const promoPage = (address: { path: string }, title: string) =>
  shell(address, title, () => import('./promo-page.tsx').then(file => file.PromoPage), {
    data: promoPageQueries,
    head: () => import('./promo-page-head.ts').then(file => file.promoPageHead),
  })

export const contentPages: Page[] = [
  plain(addresses.terms, 'Terms & Conditions', () => import('./term-page.tsx').then(file => file.TermPage), {
    data: ({ api, url }) => {
      const version = Number(addresses.terms.read(url.searchParams).version)
      return version > 0 ? [termsVersionQuery(api, version)] : [siteTextsQuery(api)]
    },
    head: () => heads().then(file => file.termPageHead),
  }),
  shell(addresses.about, 'About us', () => import('./about-page.tsx').then(file => file.AboutPage), {
    data: siteTexts,
    head: () => heads().then(file => file.aboutHead),
  }),
  shell(addresses.contact, 'Contact', () => import('./contact-page.tsx').then(file => file.ContactPage), {
    data: siteTexts,
    head: () => heads().then(file => file.contactHead),
  }),
  shell(
    addresses.helpCentre,
    'Help centre',
    () => import('./help-centre-page.tsx').then(file => file.HelpCentrePage),
    {
      data: ({ api }) => [siteTextsQuery(api), articlesQuery(api)],
      head: () => heads().then(file => file.helpCentreHead),
    },
  ),
  shell(addresses.parentClass, 'Parent class', siteTextPage, {
    data: siteTexts,
    head: () => heads().then(file => file.parentClassHead),
  }),
  shell(addresses.events, 'Events', siteTextPage, {
    data: siteTexts,
    head: () => heads().then(file => file.eventsHead),
  }),
  promoPage(addresses.parties, 'Parties'),
  promoPage(addresses.bespoke, 'Private'),
]
