import { todayInLondon } from '#domain/calendar.ts'

/** The day in London now: a run of the journeys may go on over midnight. */
export const today = (): string => todayInLondon(new Date())
