import { sql } from 'kysely'

/**
 * How many places of a session `s` anybody may have: those that are kept for who waits are not among them. Never below
 * 0 (`sessions_capacity_not_exceeded`).
 */
export const placesLeft = sql<number>`(s.capacity - s.places_taken - s.places_offered)`

/** Whether fewer than a third of its places are taken, or kept for who waits: the office looks after such a session. */
export const isUnderThird = sql<boolean>`3 * (s.places_taken + s.places_offered) < s.capacity`
