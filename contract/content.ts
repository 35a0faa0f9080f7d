import {
  type Codec,
  call,
  file,
  html,
  id,
  imageList,
  line,
  lines,
  list,
  localDateTime,
  nothing,
  oneOf,
  record,
} from './wire.ts'

/** The settings of `common/getsystem`, by group. Every key of a group is always present (calls.md §2). */
export const siteSettings = record({
  logo: ['logo', line],
  footerLogo: ['logo_footer', line],
  banners: ['ads', imageList],
  privacyHtml: ['privacy_policy', html],
  termsHtml: ['privacy_agreement', html],
  twitterUrl: ['twitter', line],
  facebookUrl: ['facebook', line],
  instagramUrl: ['instagram', line],
  packText: ['combo_text', html],
  packImage: ['combo_image', line],
  packRulesHtml: ['package_rules', html],
  contactHtml: ['contact_us', html],
  aboutHtml: ['about_us', html],
  parentClassHtml: ['parent_class', html],
  eventsHtml: ['events', html],
  helpHtml: ['help_center', html],
  contactAddress: ['contact_address', line],
  contactEmail: ['contact_email', line],
  contactPhone: ['contact_phone', line],
  // What reward points are for: a field of our own.
  pointsUse: ['points_use', line],
  // What sending products costs and how long it takes, as a sentence: a field of our own.
  postageText: ['postage_text', line],
  // What parents look for before they book, a fact each: a field of our own.
  facts: ['parent_facts', lines],
})

export const homeSettings = record({
  banners: ['ads', imageList],
  // The picture and the link of each banner (spec 3 §2.12).
  bannerAlts: ['ads_alt', lines],
  bannerLinks: ['ads_link', lines],
  title1: ['one_title', line],
  text1: ['one_text', html],
  title2: ['two_title', line],
  text2: ['two_text', html],
  image2: ['two_image', line],
  title3: ['three_title', line],
  text3: ['three_text', html],
  image3: ['three_image', line],
  dealsText: ['deals_text', html],
  // What parents said, each with a name: a field of our own.
  quotes: ['parent_quotes', lines],
})

/** A timetable's banner, title and text (spec 2 §2). */
export function areaSettings(area: 'class' | 'events' | 'parents') {
  return record({
    banners: [`${area}_ads`, imageList],
    title: [`${area}_title`, line],
    text: [`${area}_text`, html],
  })
}

export const article = record({
  id: ['id', id],
  title: ['title', line],
  image: ['image', line],
  introduction: ['introduction', html],
  contentHtml: ['content', html],
  placedAt: ['createtime', localDateTime],
})

/** One path with five answers that `type` selects. An unknown or missing one answers as `sys`. */
function settingsCall<T>(group: 'sys' | 'index' | 'class' | 'events' | 'parents', output: Codec<T>) {
  return { ...call('common/getsystem', 'anyone', nothing, output), variant: { field: 'type', value: group } }
}

export const content = {
  siteSettings: settingsCall('sys', siteSettings),
  homeSettings: settingsCall('index', homeSettings),
  classSettings: settingsCall('class', areaSettings('class')),
  eventSettings: settingsCall('events', areaSettings('events')),
  parentSessionSettings: settingsCall('parents', areaSettings('parents')),
  articles: call('Article/getArticlesList', 'anyone', nothing, list(article)),
  /**
   * A version of the terms or the privacy policy, and when it took effect: a call of our own (record 059).
   */
  termsVersion: call(
    'common/getTermsVersion',
    'anyone',
    record({ id: ['id', id] }),
    record({
      text: ['type', oneOf({ terms: 'terms', privacy: 'privacy' })],
      html: ['content', html],
      from: ['from', localDateTime],
    }),
  ),
  uploadPicture: call(
    'common/upload',
    'signedIn',
    record({ file: ['file', file] }),
    record({ path: ['url', line] }),
  ),
}

/** The head of the party page and of the page of private (bespoke) classes. */
export const promoBasics = record({
  banners: ['ads', imageList],
  title1: ['one_title', line],
  title2: ['two_title', line],
  textTop: ['two_text_top', html],
  textBottom: ['two_text_bottom', html],
  imageTop: ['two_image_top', line],
  imageBottom: ['two_image_bottom', line],
})

export const promoItem = record({
  id: ['id', id],
  title: ['title', line],
  image: ['image', line],
  contentHtml: ['content', html],
})

function promoCalls(beginning: string) {
  const items = (name: string) => call(`${beginning}${name}`, 'anyone', nothing, list(promoItem))
  return {
    basics: call(`${beginning}Basics`, 'anyone', nothing, promoBasics),
    types: items('Types'),
    themes: items('Themes'),
    products: items('Products'),
  }
}

/** Two pages with one layout: parties and private classes (spec 2 §2). */
export const promoPages = {
  party: promoCalls('party/getParty'),
  bespoke: promoCalls('Bespoke_Class/getBespokeClass'),
}
export type PromoPage = keyof typeof promoPages
