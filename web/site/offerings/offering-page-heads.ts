import * as addresses from '#contract/addresses.ts'
import { addDays, instantInLondon, mondayOf } from '#domain/calendar.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import type { Head, HeadContext } from '#web/page.ts'
import { areaSettingsQuery, businessNameOf, siteSettingsQuery } from '#web/site/content/queries.ts'
import { dayAndMonth, spokenWhen } from '#web/ui/british-dates.ts'
import { plainText } from '#web/ui/showcase/plain-text.ts'
import { countOf, kindOfPath, kindWords } from './kind-words.ts'
import { offeringTypesQuery, typeDetailsQuery, venueAddressesQuery, venuesQuery } from './lookup-queries.ts'
import { comingDatesQuery, type Session, timetableQuery } from './timetable-query.ts'
import { readPinned, readTypeId, readView } from './timetable-view.ts'

/**
 * Returns title and search-engine data of a week. A filtered week has the whole week's address, and a shared session
 * its own.
 */
export function timetablePageHead(context: HeadContext): Head {
  const { api, url, today, read, publicUrl, imageUrl } = context
  const kind = kindOfPath(url.pathname)
  const event = eventsOf(kind, context)
  const view = readView(url.searchParams, today)
  const monday = mondayOf(view.day)
  const types = read(offeringTypesQuery(api, kind)) ?? []
  const sessions = read(timetableQuery(api, kind, view))?.flatMap(day => day.sessions) ?? []
  const isThisWeek = monday === mondayOf(today)
  const { title } = kindWords[kind]
  const { timetable, type: typePage } = addresses.ofKind[kind]
  const imageOf = (typeId?: number) => imageUrl(types.find(({ id }) => id === typeId)?.image ?? '')
  const week = `${dayAndMonth(monday)} – ${dayAndMonth(addDays(monday, 6))}`
  const asked = timetable.read(url.searchParams).sessionId
  const sent = sessions.find(({ id }) => String(id) === asked)
  const about: Head = sent
    ? {
        title: `${sent.title}, ${spokenWhen(sent, today)}`,
        description: `${sent.name} at ${sent.venue}, ${sent.ages}. See what it is, and book a place.`,
        canonical: timetable({ date: sent.date, sessionId: sent.id }),
        image: imageOf(sent.typeId),
      }
    : {}
  return {
    title: isThisWeek ? `${title}: this week’s timetable` : `${title}, ${week}`,
    description: `${countOf(kind, sessions.length)} from ${week}: ${types.map(type => type.name).join(', ')}. See times, venues, ages and prices, and book a place.`,
    canonical: isThisWeek ? timetable() : timetable({ date: monday }),
    image: imageUrl(read(areaSettingsQuery(api, kind))?.banners[0] ?? '') ?? imageOf(types[0]?.id),
    schema: [
      ...types.map(type => ({
        '@type': 'Course',
        name: type.name,
        description: plainText(type.introduction),
        image: imageUrl(type.image),
        url: publicUrl + typePage({ typeId: type.id }),
      })),
      ...sessions
        .filter(session => session.isBookable)
        .map(session =>
          event(session, publicUrl + timetable({ date: session.date }), imageOf(session.typeId)),
        ),
    ],
    ...about,
  }
}

/** Describes the timetable of one type at one venue. */
export function choicePageHead(context: HeadContext): Head {
  const { api, url, today, read, publicUrl, imageUrl } = context
  const kind = kindOfPath(url.pathname)
  const event = eventsOf(kind, context)
  const { title } = kindWords[kind]
  const pinned = readPinned(url.searchParams)
  const type = pinned.typeId && read(typeDetailsQuery(api, kind, pinned.typeId))
  if (!type) return { title, isPrivate: true }
  const view = readView(url.searchParams, today, pinned)
  const sessions = read(timetableQuery(api, kind, view))?.flatMap(day => day.sessions) ?? []
  const venue = read(venuesQuery(api, kind))?.find(({ id }) => id === pinned.venueId)?.name
  const address = addresses.ofKind[kind].choice({ ...pinned, offeringId: undefined })
  const image = imageUrl(type.bannerImage || type.image)
  return {
    title: venue ? `${type.name} at ${venue}` : type.name,
    description: `When ${type.name} is on${venue ? ` at ${venue}` : ''}: times, ages and prices. ${plainText(type.introductionHtml)}`,
    canonical: address,
    image,
    schema: sessions
      .filter(session => session.isBookable)
      .map(session => event(session, publicUrl + address, image)),
  }
}

/** Describes one type: what it is, for whom, and when its terms are. */
export function offeringTypePageHead(context: HeadContext): Head {
  const { api, url, today, read, publicUrl, imageUrl } = context
  const kind = kindOfPath(url.pathname)
  const event = eventsOf(kind, context)
  const { title } = kindWords[kind]
  const typeId = readTypeId(url.searchParams)
  const type = typeId && read(typeDetailsQuery(api, kind, typeId))
  if (!type) return { title, isPrivate: true }
  const address = addresses.ofKind[kind].type({ typeId })
  const description = plainText(type.introductionHtml || type.detailsHtml)
  const image = imageUrl(type.bannerImage || type.image)
  const dates = read(comingDatesQuery(api, kind, today, typeId))?.flatMap(({ sessions }) => sessions)
  const next = dates?.find(({ placesLeft }) => placesLeft > 0) ?? dates?.[0]
  const course = {
    '@type': 'Course',
    name: type.name,
    description,
    image,
    url: publicUrl + address,
    typicalAgeRange: type.ages,
  }
  return {
    title: `${type.name}, ${type.ages}`,
    description: description.slice(0, 300),
    canonical: address,
    image,
    schema: next ? [course, event(next, publicUrl + address, image)] : course,
  }
}

/** Builds a function that describes a session to search engines. */
function eventsOf(kind: OfferingKind, { api, read, publicUrl }: HeadContext) {
  const business = businessNameOf(read(siteSettingsQuery(api)))
  const addressOf = new Map(read(venueAddressesQuery(api))?.map(({ id, address }) => [id, address]))
  return (session: Session, url: string, image: string | undefined): object => ({
    // Shared parts come first and individual ones last, so that repetitions compress well.
    '@type': offeringKinds[kind].attendees === 'children' ? 'ChildrensEvent' : 'EducationEvent',
    name: session.name === session.title ? session.title : `${session.title}: ${session.name}`,
    image,
    typicalAgeRange: session.ages,
    location: {
      '@type': 'Place',
      name: session.venue,
      address: addressOf.get(session.venueId) || session.venue,
    },
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    organizer: { '@type': 'Organization', name: business, url: publicUrl + addresses.home() },
    // A pack-only session has no price.
    offers: session.isPackOnly
      ? undefined
      : {
          '@type': 'Offer',
          price: (session.pricePence / 100).toFixed(2),
          priceCurrency: 'GBP',
          availability: session.placesLeft > 0 ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
          url,
        },
    url,
    startDate: onLondonsClock(session.startDate, session.startTime),
    endDate: onLondonsClock(session.endDate, session.endTime),
  })
}

/** Adds London's offset from UTC for readers elsewhere: '2026-07-07T10:00+01:00'. */
const onLondonsClock = (day: string, time: string) => {
  const isWinter = instantInLondon(day, time).getTime() === Date.parse(`${day}T${time}:00Z`)
  return `${day}T${time}${isWinter ? '+00:00' : '+01:00'}`
}
