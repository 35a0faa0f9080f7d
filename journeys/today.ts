import { todayInLondon } from '#domain/calendar.ts'

/** Returns the current day in London, because a run of the journeys may pass midnight. */
export const today = (): string => todayInLondon(new Date())
