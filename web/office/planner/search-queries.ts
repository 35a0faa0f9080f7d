import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { weekdayOf } from '#domain/calendar.ts'

/** Classes as the palette finds them; two that are alike in all else are told apart by day and time. */
export const searchClasses = async (api: OfficeApi, words: string) =>
  (await api.planner.search({ words })).map(({ id, title, venue, ages, term, date, startTime }) => ({
    label: title,
    hint: ['Class', ages, venue, term, date && `${weekdayOf(date)} ${startTime}`].filter(Boolean).join(', '),
    to: addresses.plannedClass({ id }),
  }))
