import type { Schema } from '#server/database/schema.ts'
import { picturePath } from './picture-path.ts'
import * as texts from './site-texts.ts'

export const businessName = 'Conker & Kite'

const place = { address: 'The Harbour Loft, 4 Sailcloth Yard, Spike Island, Bristol', postcode: 'BS1 6QX' }

/** The business itself, as its owner set it up. */
export const businessRow = {
  name: businessName,
  legal_name: 'Conker & Kite Ltd',
  childcare_registration: 'Ofsted EY000142',
  gives_points: true,
  postage_pence: 350,
  postage_free_from_pence: 3000,
  delivery_time: '3 to 5 working days',
  is_vat_registered: true,
  vat_number: 'GB 999 9999 73',
  offers_collect: true,
  parents_may_pay_later: true,
  pay_later_text: texts.payLaterText,
  expected_days: 21,
  ...place,
}

/** The contacts that the site shows. */
const contact = {
  address: `${businessName}, ${place.address} ${place.postcode}`,
  email: 'hello@conkerandkite.example.test',
  phone: '0117 496 0142',
}

type DemoSetting = Pick<Schema['settings'], 'area' | 'key' | 'format'> & { value: string }

const pictures = (...names: string[]) => names.map(picturePath).join(',')

/** Every setting of the five groups of the site, under the names that contract/content.ts gives them. */
export const demoSettings: DemoSetting[] = [
  { area: 'site', key: 'logo', format: 'image', value: 'logo.svg' },
  { area: 'site', key: 'footerLogo', format: 'image', value: 'logo-footer.svg' },
  { area: 'site', key: 'banners', format: 'image_list', value: pictures('slide-classes', 'slide-welcome') },
  { area: 'site', key: 'privacyHtml', format: 'html', value: texts.privacyHtml },
  { area: 'site', key: 'termsHtml', format: 'html', value: texts.termsHtml },
  { area: 'site', key: 'twitterUrl', format: 'url', value: 'https://twitter.example.test/conkerandkite' },
  { area: 'site', key: 'facebookUrl', format: 'url', value: 'https://facebook.example.test/conkerandkite' },
  { area: 'site', key: 'instagramUrl', format: 'url', value: 'https://instagram.example.test/conkerandkite' },
  { area: 'site', key: 'packText', format: 'html', value: texts.packTextHtml },
  { area: 'site', key: 'packImage', format: 'image', value: picturePath('pack-info') },
  { area: 'site', key: 'packRulesHtml', format: 'html', value: texts.packRulesHtml },
  { area: 'site', key: 'contactHtml', format: 'html', value: texts.contactHtml },
  { area: 'site', key: 'aboutHtml', format: 'html', value: texts.aboutHtml },
  { area: 'site', key: 'parentClassHtml', format: 'html', value: texts.parentClassHtml },
  { area: 'site', key: 'eventsHtml', format: 'html', value: texts.eventsHtml },
  { area: 'site', key: 'helpHtml', format: 'html', value: texts.helpHtml },
  { area: 'site', key: 'contactAddress', format: 'text', value: contact.address },
  { area: 'site', key: 'contactEmail', format: 'text', value: contact.email },
  { area: 'site', key: 'contactPhone', format: 'text', value: contact.phone },
  { area: 'site', key: 'facts', format: 'text', value: texts.parentFacts },
  { area: 'site', key: 'pointsUse', format: 'text', value: 'A Conker & Kite tea towel for every 100 points' },

  {
    area: 'home',
    key: 'banners',
    format: 'image_list',
    value: pictures('slide-welcome', 'slide-music', 'slide-camp', 'slide-party'),
  },
  { area: 'home', key: 'title1', format: 'text', value: 'Muddy knees, painty fingers, happy hearts' },
  { area: 'home', key: 'text1', format: 'html', value: texts.homeWelcomeHtml },
  { area: 'home', key: 'title2', format: 'text', value: 'Small groups, familiar faces' },
  { area: 'home', key: 'text2', format: 'html', value: texts.homePromiseHtml },
  { area: 'home', key: 'image2', format: 'image', value: picturePath('home-promise') },
  { area: 'home', key: 'title3', format: 'text', value: 'Come as you are, when you can' },
  { area: 'home', key: 'text3', format: 'html', value: texts.homePacksHtml },
  { area: 'home', key: 'image3', format: 'image', value: picturePath('home-packs') },
  { area: 'home', key: 'quotes', format: 'text', value: texts.parentQuotes },
  { area: 'home', key: 'dealsText', format: 'html', value: texts.dealsHtml },

  { area: 'class', key: 'banners', format: 'image_list', value: pictures('slide-classes', 'slide-weekly') },
  { area: 'class', key: 'title', format: 'text', value: 'Find your class' },
  { area: 'class', key: 'text', format: 'html', value: texts.classesHtml },

  { area: 'event', key: 'banners', format: 'image_list', value: pictures('slide-events', 'slide-holidays') },
  { area: 'event', key: 'title', format: 'text', value: 'Holiday camps and family days' },
  { area: 'event', key: 'text', format: 'html', value: texts.eventCalendarHtml },

  {
    area: 'parentSession',
    key: 'banners',
    format: 'image_list',
    value: pictures('slide-parents', 'slide-night'),
  },
  { area: 'parentSession', key: 'title', format: 'text', value: 'Parental Support' },
  { area: 'parentSession', key: 'text', format: 'html', value: texts.parentSessionsHtml },
]
