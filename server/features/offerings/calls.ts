import { contract } from '#contract/contract.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { serve } from '#server/request/serve.ts'
import {
  listAgeGroups,
  listOfType,
  listTypes,
  listVenueAddresses,
  listVenues,
  readIntroduction,
  readPractical,
  readTypeDetails,
} from './queries.ts'
import { readFamilyPlaces } from './read-family-places.ts'
import { readChangeTargets, readOwnTimetable, readTimetable } from './read-timetable.ts'

export const offeringsRoutes = everyOfferingKind.flatMap(kind =>
  serve(contract.offerings[kind], {
    types: (_, { db }) => listTypes(db, kind),
    venues: (_, { db }) => listVenues(db, kind),
    ageGroups: (_, { db }) => listAgeGroups(db, kind),
    // A signed-in parent must see what they just did; visitors may read from a standby.
    timetable: (query, { db, askStandby, clock, actor: { accountId } }) => {
      const asked = { kind, query, now: clock(), accountId }
      return accountId === undefined ? askStandby(it => readTimetable(it, asked)) : readTimetable(db, asked)
    },
    introduction: ({ id }, { db, clock }) => readIntroduction(db, kind, id, clock()),
    ofType: ({ typeId }, { db }) => listOfType(db, kind, typeId),
    typeDetails: ({ id }, { db, clock }) => readTypeDetails(db, kind, id, clock()),
    ownTimetable: (query, { db, clock, actor }) =>
      readOwnTimetable(db, { kind, query, now: clock(), accountId: actor.accountId }),
    changeTargets: ({ sessionId, bookingId, ...query }, { db, clock, actor }) =>
      readChangeTargets(db, {
        kind,
        query,
        now: clock(),
        accountId: actor.accountId,
        sessionId,
        bookingId,
      }),
  }),
)

/**
 * Serves the family's places in a range of days, the venues' addresses, and practical information about an offering
 * (record 035).
 */
export const sessionsRoutes = serve(contract.sessions, {
  familyPlaces: (days, { db, clock, actor }) => readFamilyPlaces(db, actor.accountId, days, clock()),
  familyPlacesOf: (offering, { db, clock, actor }) =>
    readFamilyPlaces(db, actor.accountId, offering, clock()),
  venueAddresses: (_input, { db }) => listVenueAddresses(db),
  practical: ({ offeringId }, { db }) => readPractical(db, offeringId),
})
