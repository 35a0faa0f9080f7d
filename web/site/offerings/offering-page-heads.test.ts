import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import type { HeadContext } from '#web/page.ts'
import { choicePageHead, offeringTypePageHead, timetablePageHead } from './offering-page-heads.ts'

const type = { id: 3, name: 'Kitchen Band', ages: '', image: 'type.webp', introduction: '<p>Saucepans</p>' }
const session = {
  id: 7,
  typeId: 3,
  ages: '2 to 5 years',
  title: 'Kitchen Band',
  typeName: 'Kitchen Band',
  name: 'Grand concert',
  date: '2026-12-01',
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  startTime: '09:45',
  endTime: '10:25',
  venueId: 2,
  venue: 'The Glasshouse',
  pricePence: 850,
  placesLeft: 0,
  isBookable: true,
}
const past = { ...session, id: 6, name: 'Sea shanties', isBookable: false }
const details = {
  ...type,
  ages: '2 to 5 years',
  bannerImage: 'band.webp',
  detailsHtml: '<p>Pots</p>',
  introductionHtml: '<p>With <b>Marigold</b></p>',
}
const week = [{ date: '2026-12-01', weekday: 'Tue', sessions: [past, session] }]
const known: Record<string, unknown> = {
  types: [type],
  timetable: week,
  type: details,
  coming: [{ date: '2026-12-01', weekday: 'Tue', sessions: [session] }],
  venues: [{ id: 2, name: 'The Glasshouse' }],
  site: { contactAddress: 'Conker & Kite, The Harbour Loft' },
  addresses: [{ id: 2, address: '8 Picton Mews, Bristol BS6 5QX' }],
}
const contextOf = (address: string): HeadContext =>
  ({
    api: {} as Api,
    url: new URL(address, 'https://site.test'),
    today: '2026-11-21',
    publicUrl: 'https://site.test',
    imageUrl: (path: string) => path && `https://site.test/media/${path}`,
    read: ({ queryKey }: { queryKey: readonly string[] }) => known[queryKey[2] ?? queryKey[1] ?? ''],
  }) as unknown as HeadContext
const headOf = (query: string) => timetablePageHead(contextOf(`/home/classes${query}`))

test("this week has the bare address, and another week its Monday's, whatever the filters", () => {
  expect(headOf('')).toMatchObject({ title: 'Classes: this week’s timetable', canonical: '/home/classes' })
  expect(headOf('?date=2026-12-03&venue=2')).toMatchObject({
    title: 'Classes, 30 Nov – 6 Dec',
    canonical: '/home/classes?date=2026-11-30',
  })
})

test('the address of a shared session is about that session', () => {
  expect(headOf('?date=2026-12-01&session=7')).toMatchObject({
    title: 'Kitchen Band, Tue 1 Dec, 09:45–10:25',
    description: 'Grand concert at The Glasshouse, 2 to 5 years. See what it is, and book a place.',
    canonical: '/home/classes?date=2026-12-01&session=7',
    image: 'https://site.test/media/type.webp',
  })
})

test('search engines learn the types and the coming sessions, with price and availability', () => {
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
      startDate: '2026-12-01T09:45+00:00',
      endDate: '2026-12-01T10:25+00:00',
      organizer: { '@type': 'Organization', name: 'Conker & Kite', url: 'https://site.test/home/home' },
      location: { '@type': 'Place', name: 'The Glasshouse', address: '8 Picton Mews, Bristol BS6 5QX' },
      offers: expect.objectContaining({
        price: '8.50',
        priceCurrency: 'GBP',
        availability: 'https://schema.org/SoldOut',
      }),
    }),
  ])
})

test("offsets from UTC are London's on that day, and pack-only sessions have no price", () => {
  const inSummer = { ...session, startDate: '2027-07-06', endDate: '2027-07-10', isPackOnly: true }
  known.timetable = [{ date: '2027-07-06', weekday: 'Tue', sessions: [inSummer] }]
  expect(headOf('?date=2027-07-06').schema).toMatchObject([
    { '@type': 'Course' },
    { startDate: '2027-07-06T09:45+01:00', endDate: '2027-07-10T10:25+01:00', offers: undefined },
  ])
  known.timetable = week
})

test('a type shows its ages and next date, and has one address', () => {
  expect(offeringTypePageHead(contextOf('/home/event/detail?id=3&from=mail'))).toMatchObject({
    title: 'Kitchen Band, 2 to 5 years',
    description: 'With Marigold',
    canonical: '/home/event/detail?id=3',
    image: 'https://site.test/media/band.webp',
    schema: [
      {
        '@type': 'Course',
        image: 'https://site.test/media/band.webp',
        typicalAgeRange: '2 to 5 years',
      },
      {
        '@type': 'ChildrensEvent',
        startDate: '2026-12-01T09:45+00:00',
        location: { name: 'The Glasshouse' },
      },
    ],
  })
})

test("a venue's timetable has one address, whatever is chosen or filtered", () => {
  const head = choicePageHead(
    contextOf(
      '/home/parent/selectCourse?course_type_id=3&course_shop_id=2&big_course=7&date=2026-12-03&day=Tue',
    ),
  )
  expect(head).toMatchObject({
    title: 'Kitchen Band at The Glasshouse',
    canonical: '/home/parent/selectCourse?course_type_id=3&course_shop_id=2',
    schema: [{ '@type': 'EducationEvent', name: 'Kitchen Band: Grand concert' }],
  })
})

test('an address without a type is hidden from search engines', () => {
  expect(offeringTypePageHead(contextOf('/home/event/detail'))).toMatchObject({ isPrivate: true })
  expect(choicePageHead(contextOf('/home/event/selectCourse?course_type_id=x'))).toMatchObject({
    isPrivate: true,
  })
})
