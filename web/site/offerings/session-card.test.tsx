import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SettingsProvider } from '#web/settings.ts'
import { TodayProvider } from '#web/today.tsx'
import { priceText } from './price-text.ts'
import { SessionCard } from './session-card.tsx'
import type { Session } from './timetable-query.ts'

const session: Session = {
  id: 7,
  offeringId: 2,
  dayId: 9823,
  date: '2026-11-23',
  weekday: 'Mon',
  startTime: '09:45',
  endTime: '10:25',
  startDate: '2026-11-23',
  endDate: '2026-11-23',
  name: 'Grand concert',
  typeId: 3,
  title: 'Kitchen Band',
  typeName: 'Kitchen Band',
  venueId: 1,
  venue: 'The Glasshouse, Montpelier',
  ageGroupId: 2,
  ages: '1–2 years',
  colour: '#8b5fd0',
  placesLeft: 8,
  capacity: 9,
  classroom: 'Palm Room',
  termDates: '',
  offersTrial: true,
  isPackOnly: false,
  credits: 1,
  pricePence: 800,
  trialPricePence: 0,
  isBookable: true,
}
const settings = {
  ...{ apiBase: '/api/', imageBase: '/media/', publicUrl: 'https://example.test' },
  ...{ isDemo: false, hasDemoPeople: false, lacks: [], pauseText: '' },
}
const cardOf = (more: Partial<Session>) =>
  renderToStaticMarkup(
    <SettingsProvider value={settings}>
      <TodayProvider serverToday="2026-11-21">
        <SessionCard kind="class" session={{ ...session, ...more }} onAsk={() => undefined} />
      </TodayProvider>
    </SettingsProvider>,
  )
const textsOf = (html: string, element: string) =>
  [...html.matchAll(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 'g'))].map(([, inner]) =>
    inner?.replace(/<[^>]*>/g, ''),
  )
/** Returns the buttons after the heading's, which opens the details. */
const actionsOf = (more: Partial<Session>) => textsOf(cardOf(more), 'button').slice(1)

// Proves PAR-23.
test('a session shows its time first, then type, venue, ages and price', () => {
  const text = cardOf({}).replace(/<[^>]*>/g, '|')
  const order = [
    '09:45–10:25',
    'Kitchen Band',
    'The Glasshouse, Montpelier',
    '1–2 years',
    '£8.00 or 1 credit',
  ]
  const places = order.map(words => text.indexOf(words))
  expect(places).toEqual([...places].sort((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(0)
})

test('a trial’s button has an element with exactly “Trial”, and one with the price', () => {
  expect(textsOf(cardOf({ trialPricePence: 450 }), 'span')).toEqual(
    expect.arrayContaining(['Trial', '· £4.50']),
  )
})

// Proves CLS-32 to CLS-35, EVT-32 to EVT-34, PAR-24 to PAR-26, SELC-06.
test('a session has one set of buttons: the waiting list wins over a trial (decision C-03)', () => {
  expect(actionsOf({})).toEqual(['Trial · free', 'Book Now'])
  expect(actionsOf({ trialPricePence: 400 })[0]).toBe('Trial · £4')
  expect(actionsOf({ trialPricePence: 450 })[0]).toBe('Trial · £4.50')
  expect(actionsOf({ offersTrial: false })).toEqual(['Book Now'])
  expect(actionsOf({ placesLeft: 0 })).toEqual(['waiting list'])
})

test('a past session keeps its buttons (decision C-02)', () => {
  expect(actionsOf({ isBookable: false })).toEqual(['Trial · free', 'Book Now'])
  expect(cardOf({ isBookable: false })).toContain('Past')
})

test('special features of a session are shown in words', () => {
  expect(cardOf({ placesLeft: 3 })).toContain('3 places left')
  expect(cardOf({ placesLeft: 1 })).toContain('1 place left')
  expect(cardOf({ placesLeft: 4 })).not.toContain('left')
  expect(cardOf({ placesLeft: 0 })).toContain('Full')
  expect(cardOf({ isPackOnly: true })).toContain('Class pack only')
  expect(cardOf({})).not.toContain('Until')
  expect(cardOf({ endDate: '2026-11-27' })).toContain('Until Fri 27 Nov<')
  expect(cardOf({ endDate: '2027-01-01' })).toContain('Until Fri 1 Jan 2027')
})

test('a price is in pounds, in credits, in both, or free', () => {
  expect(priceText({ pricePence: 850, credits: 2 }, true)).toBe('£8.50 or 2 credits')
  expect(priceText({ pricePence: 850, credits: 2 }, false)).toBe('£8.50')
  expect(priceText({ pricePence: 850, credits: 0 }, false)).toBe('£8.50')
  expect(priceText({ pricePence: 0, credits: 1, isPackOnly: true }, false)).toBe('1 credit')
  expect(priceText({ pricePence: 0, credits: 0 }, false)).toBe('Free')
  expect(priceText({ pricePence: 850, credits: 1, isPackOnly: true }, false)).toBe('1 credit')
})

test('no card has a style attribute, which the security policy forbids', () => {
  expect(cardOf({})).not.toContain('style=')
  expect(cardOf({ colour: '"><script>' })).not.toContain('<script>')
})
