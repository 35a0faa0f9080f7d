import * as addresses from '#contract/addresses.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import type { Head, HeadContext } from '#web/page.ts'
import { dayAndMonth } from '#web/ui/british-dates.ts'
import { plainText } from '#web/ui/plain-text.ts'
import { countOf, kindOfPath, kindWords } from './kind-words.ts'
import { offeringTypesQuery, typeDetailsQuery, venuesQuery } from './lookup-queries.ts'
import { type Session, timetableQuery } from './timetable-query.ts'
import { readPinned, readTypeId, readView } from './timetable-view.ts'

/** Title and search-engine data of a week; the true address of a filtered week is the whole one. */
export function timetablePageHead({ api, url, today, read, publicUrl, imageUrl }: HeadContext): Head {
  const kind = kindOfPath(url.pathname)
  const view = readView(url.searchParams, today)
  const monday = mondayOf(view.day)
  const types = read(offeringTypesQuery(api, kind)) ?? []
  const sessions = read(timetableQuery(api, kind, view))?.flatMap(day => day.sessions) ?? []
  const isThisWeek = monday === mondayOf(today)
  const { title } = kindWords[kind]
  const { timetable, type: typePage } = addresses.ofKind[kind]
  const week = `${dayAndMonth(monday)} – ${dayAndMonth(addDays(monday, 6))}`
  return {
    title: isThisWeek ? `${title}: this week’s timetable` : `${title}, ${week}`,
    description: `${countOf(kind, sessions.length)} from ${week}: ${types.map(type => type.name).join(', ')}. See times, venues, ages and prices, and book a place.`,
    canonical: isThisWeek ? timetable() : timetable({ date: monday }),
    schema: [
      ...types.map(type => ({
        '@type': 'Course',
        name: type.name,
        description: plainText(type.introduction),
        image: type.image && new URL(imageUrl(type.image), publicUrl).href,
        url: publicUrl + typePage({ typeId: type.id }),
      })),
      ...sessions
        .filter(session => session.isBookable)
        .map(session => eventOf(kind, session, publicUrl + timetable({ date: session.date }))),
    ],
  }
}

/** The timetable of one type at one venue. */
export function choicePageHead({ api, url, today, read, publicUrl }: HeadContext): Head {
  const kind = kindOfPath(url.pathname)
  const { title } = kindWords[kind]
  const pinned = readPinned(url.searchParams)
  const type = pinned.typeId && read(typeDetailsQuery(api, kind, pinned.typeId))
  if (!type) return { title, isPrivate: true }
  const view = readView(url.searchParams, today, pinned)
  const sessions = read(timetableQuery(api, kind, view))?.flatMap(day => day.sessions) ?? []
  const venue = read(venuesQuery(api, kind))?.find(({ id }) => id === pinned.venueId)?.name
  const address = addresses.ofKind[kind].choice({ ...pinned, offeringId: undefined })
  return {
    title: venue ? `${type.name} at ${venue}` : type.name,
    description: `When ${type.name} is on${venue ? ` at ${venue}` : ''}: times, ages and prices. ${plainText(type.introductionHtml)}`,
    canonical: address,
    schema: sessions
      .filter(session => session.isBookable)
      .map(session => eventOf(kind, session, publicUrl + address)),
  }
}

/** One type: what it is, for whom, and when its terms are. */
export function offeringTypePageHead({ api, url, read, publicUrl, imageUrl }: HeadContext): Head {
  const kind = kindOfPath(url.pathname)
  const { title } = kindWords[kind]
  const typeId = readTypeId(url.searchParams)
  const type = typeId && read(typeDetailsQuery(api, kind, typeId))
  if (!type) return { title, isPrivate: true }
  const address = addresses.ofKind[kind].type({ typeId })
  const description = plainText(type.introductionHtml || type.detailsHtml)
  return {
    title: `${type.name}, ${type.ages}`,
    description: description.slice(0, 300),
    canonical: address,
    schema: {
      '@type': 'Course',
      name: type.name,
      description,
      image: type.bannerImage && new URL(imageUrl(type.bannerImage), publicUrl).href,
      url: publicUrl + address,
      typicalAgeRange: type.ages,
    },
  }
}

function eventOf(kind: OfferingKind, session: Session, url: string): object {
  return {
    '@type': offeringKinds[kind].attendees === 'children' ? 'ChildrensEvent' : 'EducationEvent',
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
