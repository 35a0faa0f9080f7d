import { addDays, mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { Head, HeadContext } from '#web/routes.tsx'
import { dayAndMonth } from '#web/ui/british-dates.ts'
import { countOf, kindPages } from './kind-pages.ts'
import { offeringTypesQuery } from './lookup-queries.ts'
import { type Session, timetableQuery } from './timetable-query.ts'
import { readView } from './timetable-view.ts'

/** Title and search-engine data of a week; the true address of a filtered week is the whole one. */
export const timetablePageHead =
  (kind: OfferingKind) =>
  ({ api, url, today, read, publicUrl, imageUrl }: HeadContext): Head => {
    const view = readView(url.searchParams, today)
    const monday = mondayOf(view.day)
    const types = read(offeringTypesQuery(api, kind)) ?? []
    const sessions = read(timetableQuery(api, kind, view))?.flatMap(day => day.sessions) ?? []
    const isThisWeek = monday === mondayOf(today)
    const { timetable, type: typePath, title } = kindPages[kind]
    const week = `${dayAndMonth(monday)} – ${dayAndMonth(addDays(monday, 6))}`
    return {
      title: isThisWeek ? `${title}: this week’s timetable` : `${title}, ${week}`,
      description: `${countOf(kind, sessions.length)} from ${week}: ${types.map(type => type.name).join(', ')}. See times, venues, ages and prices, and book a place.`,
      canonical: isThisWeek ? timetable : `${timetable}?date=${monday}`,
      schema: [
        ...types.map(type => ({
          '@type': 'Course',
          name: type.name,
          description: type.introduction.replace(/<[^>]*>/g, ''),
          image: type.image && new URL(imageUrl(type.image), publicUrl).href,
          url: `${publicUrl}${typePath}?id=${type.id}`,
        })),
        ...sessions
          .filter(session => session.isBookable)
          .map(session => eventOf(session, `${publicUrl}${timetable}?date=${session.date}`)),
      ],
    }
  }

function eventOf(session: Session, url: string): object {
  return {
    '@type': 'ChildrensEvent',
    name: `${session.typeName}: ${session.name}`,
    startDate: `${session.startDate}T${session.startTime}`,
    endDate: `${session.endDate}T${session.endTime}`,
    location: { '@type': 'Place', name: session.venue, address: session.venue },
    offers: {
      '@type': 'Offer',
      price: (session.pricePence / 100).toFixed(2),
      priceCurrency: 'GBP',
      availability: session.placesLeft > 0 ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
      url,
    },
  }
}
