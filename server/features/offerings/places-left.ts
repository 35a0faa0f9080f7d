import { sql } from 'kysely'

/**
 * Counts the places of a session `s` that anybody may book, without those reserved for the waiting list. Never below 0
 * (`sessions_capacity_not_exceeded`).
 */
export const placesLeft = sql<number>`(s.capacity - s.places_taken - s.places_offered)`

/** Whether fewer than a third of its places are taken or reserved, which the office highlights. */
export const isUnderThird = sql<boolean>`3 * (s.places_taken + s.places_offered) < s.capacity`
