import { forEveryKind, type OfferingKind } from '#domain/offering-kinds.ts'
import {
  boolean,
  both,
  type Codec,
  call,
  count,
  date,
  encodedOnce,
  flag,
  html,
  id,
  ifPresent,
  line,
  list,
  localDateTime,
  longText,
  nothing,
  nullable,
  oneOf,
  optional,
  pence,
  record,
  shortTime,
  time,
} from './wire.ts'

/** The beginning of each kind's paths, spelled as published. */
export const offeringPaths = { class: 'Course', event: 'Events', parentSession: 'Parents' } as const

const weekday = oneOf({ Mon: 'Mon', Tue: 'Tue', Wed: 'Wed', Thu: 'Thu', Fri: 'Fri', Sat: 'Sat', Sun: 'Sun' })

/** The title that families read: the documented name of the type, and the class's own name (record 035). */
export const title = ['course_title', line] as const

/** The class of a booked place: where "Book again" leads. Fields of our own in orders and own bookings. */
export const classBooked = {
  typeId: ['course_type_id', id],
  venueId: ['course_shop_id', id],
  offeringId: ['course_id', id],
} as const

/** When something begins and ends. */
export const times = {
  startDate: ['start_date', date],
  endDate: ['end_date', date],
  startTime: ['start_time', time],
  endTime: ['end_time', time],
} as const

export const lookup = record({ id: ['id', id], name: ['name', line] })

/** An age group with the months it is meant for, as far as the business says them. The months are fields of our own. */
export const ageGroup = record({
  id: ['id', id],
  name: ['name', line],
  fromMonths: ['from_months', ifPresent(count)],
  toMonths: ['to_months', ifPresent(count)],
})

export const offeringType = record({
  id: ['id', id],
  name: ['name', line],
  ages: ['age', line],
  image: ['image', line],
  introduction: ['introduction', html],
})

export const offeringTypeDetails = record({
  id: ['id', id],
  name: ['name', line],
  ages: ['age', line],
  bannerImage: ['curriculum_image', line],
  image: ['image', line],
  detailsHtml: ['details', html],
  introductionHtml: ['introduce', html],
  termDates: ['academic_system', line],
  /** The teacher, their photograph, and what to bring; absent where the office gave none. Fields of our own. */
  teacher: ['teacher', ifPresent(longText)],
  teacherImage: ['teacher_image', ifPresent(line)],
  toBring: ['to_bring', ifPresent(longText)],
})

/** One offering of a type: where and for whom it runs. */
export const offeringOfType = record({
  id: ['id', id],
  name: ['name', line],
  typeId: ['course_type_id', id],
  typeName: ['course_type_name', line],
  venueId: ['course_shop_id', id],
  venue: ['course_shop_name', line],
  ages: ['course_age_name', line],
})

export const offeringIntroduction = record({
  id: ['id', id],
  typeId: ['course_type_id', id],
  typeName: ['course_type_name', line],
  name: ['name', line],
  introductionHtml: ['introduction', html],
  oneOffPricePence: ['price', pence],
  ages: ['course_age_name', line],
  offersTrial: ['is_try', flag],
  termDates: ['academic_system', line],
  capacity: ['num', count],
  venue: ['course_shop_name', line],
  classroom: ['class', line],
  startDate: ['start_date', date],
  endDate: ['end_date', date],
})

/**
 * A session in a timetable. `bookingId` is set if the family has booked it. On the wire `is_expired` means its opposite
 * (decision B-11).
 */
export const session = record({
  id: ['id', id],
  offeringId: ['course_id', id],
  dayId: ['date_id', id],
  date: ['date', date],
  weekday: ['week', weekday],
  ...times,
  name: ['name', line],
  typeId: ['course_type_id', id],
  typeName: ['course_type_name', line],
  title,
  venueId: ['course_shop_id', id],
  venue: ['course_shop_name', line],
  ageGroupId: ['course_age_id', id],
  ages: ['course_age_name', line],
  colour: ['color', line],
  placesLeft: ['can_num', count],
  capacity: ['num', count],
  classroom: ['class', line],
  termDates: ['academic_system', line],
  offersTrial: ['is_try', flag],
  isPackOnly: ['is_combo', flag],
  credits: ['combo_num', count],
  pricePence: ['price', pence],
  trialPricePence: ['try_price', pence],
  isBookable: ['is_expired', boolean],
  bookingId: ['cpu_id', optional(id)],
  /** The ages to which the class is limited, such as 'ages 3 to 5', and whether it is for members (decision E-26). Fields of our own. */
  agesTaken: ['only_for', ifPresent(line)],
  membersOnly: ['is_members', ifPresent(flag)],
  /**
   * Why the class does not take the attendee; present only when a booked place is to be moved to this
   * session. A field of our own.
   */
  problem: ['rule_msg', ifPresent(line)],
})

/** Set if the place of a paid order was cancelled. A field of our own. */
export const placeState = ifPresent(oneOf({ cancelled: 'cancelled' }))

/** A session in the account's own calendar, with its attendees. A cancelled date stays there. */
export const ownSession = record({
  bookingId: ['cpu_id', id],
  id: ['id', id],
  ...classBooked,
  date: ['date', date],
  startTime: ['start_time', time],
  endTime: ['end_time', time],
  name: ['name', line],
  venue: ['course_shop_name', line],
  typeName: ['course_type_name', line],
  title,
  ages: ['course_age_name', line],
  colour: ['color', line],
  isTrial: ['is_try', flag],
  attendee: ['child', line],
  state: ['state', placeState],
})

function days<T>(sessionCodec: Codec<T>) {
  return list(
    record({
      date: ['date', date],
      weekday: ['week', weekday],
      sessions: ['course_list', list(sessionCodec)],
    }),
  )
}
export const timetable = days(encodedOnce(session))

/** The days and the five filters; an empty filter means any (decisions C-04, C-05). */
export const calendarQuery = record({
  startDate: ['start_date', date],
  endDate: ['end_date', date],
  startTime: ['start_time', optional(shortTime)],
  endTime: ['end_time', optional(shortTime)],
  ageGroupId: ['course_age_id', optional(id)],
  typeId: ['course_type_id', optional(id)],
  venueId: ['course_shop_id', optional(id)],
  date: ['date', optional(date)],
})

const byId = record({ id: ['id', id] })

function offeringCalls(kind: OfferingKind) {
  const path = (name: string) => `${offeringPaths[kind]}/${name}`
  return {
    types: call(path('getCourseType'), 'anyone', nothing, list(offeringType)),
    venues: call(path('getCourseShop'), 'anyone', nothing, list(lookup)),
    ageGroups: call(path('getCourseAge'), 'anyone', nothing, list(ageGroup)),
    timetable: call(path('getCourseList'), 'anyone', calendarQuery, timetable),
    introduction: call(path('getCourseIntroduction'), 'anyone', byId, offeringIntroduction),
    ofType: call(
      path('getCourseByType'),
      'optionally',
      record({ typeId: ['course_type_id', id] }),
      list(offeringOfType),
    ),
    typeDetails: call(path('getCourseTypeDetails'), 'anyone', byId, offeringTypeDetails),
    ownTimetable: call(path('getMyCourseList'), 'signedIn', calendarQuery, days(ownSession)),
    changeTargets: call(
      path('getChangeList'),
      'signedIn',
      both(
        calendarQuery,
        record({ sessionId: ['course_products_id', id], bookingId: ['cpu_id', optional(id)] }),
      ),
      timetable,
    ),
  }
}

export const offerings = forEveryKind(offeringCalls)

/** A place that the family has in a session. */
export const familyPlace = record({
  sessionId: ['course_product_id', id],
  /** `kept` means unpaid, or reserved by an offer, until `keptUntil`. */
  state: ['state', oneOf({ booked: 'booked', kept: 'kept', inBasket: 'cart', waiting: 'wait' })],
  /** A child's first name, or the contact's; empty in the basket. */
  who: ['child', line],
  childId: ['child_id', nullable(id)],
  /** The contact's email address; empty for a child and in the basket. */
  email: ['email', line],
  title,
  ...times,
  /** The position on the waiting list, from 1; 0 without one. */
  position: ['position', count],
  keptUntil: ['expire_time', nullable(localDateTime)],
  /** The unpaid order that holds the place, so that it can be paid. */
  orderNumber: ['order_sn', nullable(line)],
})

/** Calls of our own that the timetables of all kinds use (record 035). */
export const sessions = {
  familyPlaces: call(
    'session/getFamilyPlaces',
    'signedIn',
    record({ startDate: ['start_date', date], endDate: ['end_date', date] }),
    list(familyPlace),
  ),
  /** The family's places in the sessions of an offering, however far ahead. */
  familyPlacesOf: call(
    'session/getFamilyPlacesOf',
    'signedIn',
    record({ offeringId: ['course_id', id] }),
    list(familyPlace),
  ),
  /** The venues that have an address, a place on the map or a photograph. */
  venueAddresses: call(
    'session/getVenueAddresses',
    'anyone',
    nothing,
    list(
      record({
        id: ['id', id],
        address: ['address', longText],
        mapUrl: ['map_url', ifPresent(longText)],
        /** Latitude and longitude: '51.4412,-2.5986'. */
        coordinates: ['coordinates', ifPresent(line)],
        image: ['image', ifPresent(line)],
      }),
    ),
  ),
  /** How to get to an offering, and whom it is for. Each field may be empty. */
  practical: call(
    'session/getPractical',
    'anyone',
    record({ offeringId: ['course_id', id] }),
    record({
      address: ['address', longText],
      directions: ['directions', longText],
      /** The map link that the business entered. Without one the address is searched. */
      mapUrl: ['map_url', longText],
      teacher: ['teacher', longText],
      /** Photographs of the teacher and of the venue, if there are any. */
      teacherImage: ['teacher_image', ifPresent(line)],
      venueImage: ['venue_image', ifPresent(line)],
      toBring: ['to_bring', longText],
      /** The offering's own picture, if it differs from its type's. */
      image: ['image', line],
      ages: ['course_age_name', line],
      fromMonths: ['from_months', nullable(count)],
      toMonths: ['to_months', nullable(count)],
      /** Whether other ages are refused, and families who are new (decision E-26). */
      refusesOtherAges: ['is_age_rule', flag],
      isMembersOnly: ['is_members', flag],
      /** The question that is asked for each person before the order is sent; empty for none. */
      question: ['question', line],
    }),
  ),
}
