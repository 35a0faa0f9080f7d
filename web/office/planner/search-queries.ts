import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { weekdayOf } from '#domain/calendar.ts'

/** Finds classes for the palette; classes with the same name are distinguished by day and time. */
export const searchClasses = async (api: OfficeApi, words: string) =>
  (await api.planner.search({ words })).map(
    ({ id, title, venue, ages, term, date, startTime, sessionId }) => ({
      label: title,
      hint: [sessionId ? 'Date' : 'Class', ages, venue, term, date && `${weekdayOf(date)} ${startTime}`]
        .filter(Boolean)
        .join(', '),
      to: sessionId ? addresses.session({ id: sessionId }) : addresses.plannedClass({ id }),
    }),
  )
