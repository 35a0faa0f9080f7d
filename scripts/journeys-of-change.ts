/** The journeys of each area. A change in an area that is not listed runs all journeys. */
export const journeysOfArea: Record<string, string[]> = {
  accounts: [
    'account',
    'forgotten-password',
    'guards',
    'log-in',
    'once-only',
    'registering',
    'send-code',
    'tabs',
  ],
  basket: ['basket', 'once-only', 'shop'],
  'calendar-feed': ['orders', 'own-data'],
  children: ['booking-choices', 'children', 'onboarding', 'pace', 'pictures', 'registering'],
  content: ['content', 'home', 'promo-pages', 'rich-text', 'without-javascript'],
  credits: ['booking-choices', 'ledgers', 'nothing-to-pay', 'packs'],
  enquiries: ['home', 'pictures', 'promo-pages', 'shell'],
  home: ['home', 'pace', 'shell', 'without-javascript'],
  notifications: ['notifications', 'shell'],
  onboarding: ['onboarding', 'pace', 'registering'],
  'own-data': ['own-data'],
  payments: ['booking', 'guest', 'nothing-to-pay', 'packs', 'payment-results', 'shop', 'unpaid-order'],
  shop: ['basket', 'shop'],
  'waiting-list': ['guest', 'waiting-list'],
}

/** Journeys that visit pages of every area. */
const ofEveryArea = ['accessibility', 'addresses', 'failures']

const hasNoPart = /\.md$|\.test\.tsx?$|^(docs|bench)\//
const inArea = /^(?:web\/site|server\/features|contract)\/([a-z-]+)/
const isJourney = /^journeys\/((?:office\/)?[a-z-]+)\.journey\.ts$/

/** Returns the names of the journeys that a change of these files can break; undefined if it may be any. */
export function journeysOfChange(files: string[]): string[] | undefined {
  const names = new Set<string>()
  for (const file of files) {
    const journey = isJourney.exec(file)?.[1]
    if (journey) names.add(journey)
    if (journey || hasNoPart.test(file)) continue
    const walked = journeysOfArea[inArea.exec(file)?.[1] ?? '']
    if (!walked) return undefined
    for (const name of [...walked, ...ofEveryArea]) names.add(name)
  }
  return [...names].sort()
}
