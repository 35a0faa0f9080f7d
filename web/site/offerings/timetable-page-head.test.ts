import { expect, test } from 'vitest'
import type { Api } from '#web/api.ts'
import type { HeadContext } from '#web/routes.tsx'
import { timetablePageHead } from './timetable-page-head.ts'

const type = { id: 3, name: 'Kitchen Band', ages: '', image: '', introduction: '<p>Saucepans</p>' }
const session = {
  typeName: 'Kitchen Band',
  name: 'Grand concert',
  date: '2026-12-01',
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  startTime: '09:45',
  endTime: '10:25',
  venue: 'The Glasshouse',
  pricePence: 850,
  placesLeft: 0,
  isBookable: true,
}
const past = { ...session, name: 'Sea shanties', isBookable: false }
const headOf = (query: string) =>
  timetablePageHead('class')({
    api: {} as Api,
    url: new URL(`https://site.test/home/classes${query}`),
    today: '2026-11-21',
    publicUrl: 'https://site.test',
    imageUrl: (path: string) => `/media/${path}`,
    read: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[2] === 'types' ? [type] : [{ date: '2026-12-01', weekday: 'Tue', sessions: [past, session] }],
  } as unknown as HeadContext)

test('this week has the bare address, another one that of its Monday, whatever the filters', () => {
  expect(headOf('')).toMatchObject({ title: 'Classes: this week’s timetable', canonical: '/home/classes' })
  expect(headOf('?date=2026-12-03&venue=2')).toMatchObject({
    title: 'Classes, 30 Nov – 6 Dec',
    canonical: '/home/classes?date=2026-11-30',
  })
})

test('search engines learn of the types and of the sessions still to come, with price and availability', () => {
  expect(headOf('?date=2026-12-03').schema).toEqual([
    expect.objectContaining({
      '@type': 'Course',
      name: 'Kitchen Band',
      description: 'Saucepans',
      url: 'https://site.test/home/classify/detail?id=3',
    }),
    expect.objectContaining({
      '@type': 'ChildrensEvent',
      name: 'Kitchen Band: Grand concert',
      startDate: '2026-12-01T09:45',
      location: { '@type': 'Place', name: 'The Glasshouse', address: 'The Glasshouse' },
      offers: expect.objectContaining({
        price: '8.50',
        priceCurrency: 'GBP',
        availability: 'https://schema.org/SoldOut',
      }),
    }),
  ])
})
