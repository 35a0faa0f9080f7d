import { todayInLondon } from '#domain/calendar.ts'

/** The day of this run in London. */
export const today = todayInLondon(new Date())
