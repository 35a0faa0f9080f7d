import { maxParentFactLength, maxParentFacts, maxParentQuoteLength, maxParentQuotes } from '#domain/limits.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import * as addresses from '../addresses.ts'

export interface SiteText {
  area: 'site' | 'home' | OfferingKind
  /** The name among the area's settings in contract/content.ts. */
  key: string
  label: string
  format: 'text' | 'html' | 'image' | 'image_list' | 'url'
  /** The page where parents see it. */
  page: string
  /** Set if the text is a list with one entry a line: the maximum number of entries, and of characters in each. */
  lines?: { most: number; longest: number }
  hint?: string
  /** Families agree to this text: it may take effect later, and every version stays readable. */
  isLaw?: true
}

type Entry = [key: string, label: string, format: SiteText['format'], page?: string]

const texts = (area: SiteText['area'], usualPage: string, entries: Entry[]): SiteText[] =>
  entries.map(([key, label, format, page = usualPage]) => ({ area, key, label, format, page }))

const parentFacts: SiteText = {
  area: 'site',
  key: 'facts',
  label: 'What parents look for',
  format: 'text',
  page: addresses.home(),
  lines: { most: maxParentFacts, longest: maxParentFactLength },
  hint: 'A line each, as “Enhanced DBS checks” or “Ofsted registered EY123456”',
}

const parentQuotes: SiteText = {
  area: 'home',
  key: 'quotes',
  label: 'What parents say',
  format: 'text',
  page: addresses.home(),
  lines: { most: maxParentQuotes, longest: maxParentQuoteLength },
  hint: 'A line each: what a parent said, a dash, and the name, as “She sings all week – Hannah, mother of Isla (4)”',
}

const law = (key: string, label: string, page: string): SiteText => ({
  area: 'site',
  key,
  label,
  format: 'html',
  page,
  isLaw: true,
})

const ofKind = (kind: OfferingKind) =>
  texts(kind, addresses.ofKind[kind].timetable(), [
    ['banners', 'Pictures at the top', 'image_list'],
    ['title', 'Heading', 'text'],
    ['text', 'Text', 'html'],
  ])

/** The texts of the site that the office edits outside its lists (spec 3 §2.12), in page order. */
export const siteTexts: SiteText[] = [
  ...texts('home', addresses.home(), [
    ['banners', 'Carousel', 'image_list'],
    ['title1', 'First heading', 'text'],
    ['text1', 'First text', 'html'],
    ['title2', 'Second heading', 'text'],
    ['text2', 'Second text', 'html'],
    ['image2', 'Second picture', 'image'],
    ['title3', 'Third heading', 'text'],
    ['text3', 'Third text', 'html'],
    ['image3', 'Third picture', 'image'],
    ['dealsText', 'Popup for news and offers', 'html'],
  ]),
  parentQuotes,
  ...(['class', 'event', 'parentSession'] as const).flatMap(ofKind),
  ...texts('site', addresses.about(), [
    ['banners', 'About us: pictures at the top', 'image_list'],
    ['packText', 'Class packs: text', 'html', addresses.classPacks()],
    ['packImage', 'Class packs: picture', 'image', addresses.classPacks()],
    ['packRulesHtml', 'Class packs: rules', 'html', addresses.classPacks()],
    ['aboutHtml', 'About us', 'html'],
    ['contactHtml', 'Contact', 'html', addresses.contact()],
    ['helpHtml', 'Help centre', 'html', addresses.helpCentre()],
    ['parentClassHtml', 'Parent class', 'html', addresses.parentClass()],
    ['eventsHtml', 'Events', 'html', addresses.events()],
    ['facebookUrl', 'Facebook', 'url', addresses.home()],
    ['instagramUrl', 'Instagram', 'url', addresses.home()],
    ['twitterUrl', 'Twitter', 'url', addresses.home()],
  ]),
  parentFacts,
  law('termsHtml', 'Terms & Conditions', addresses.terms()),
  law('privacyHtml', 'Privacy Policy', addresses.terms({ text: 'privacy' })),
]

export const siteTextOf = (area: string, key: string): SiteText | undefined =>
  siteTexts.find(text => text.area === area && text.key === key)
