import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'

/** Classes as the palette finds them. */
export const searchClasses = async (api: OfficeApi, words: string) =>
  (await api.planner.search({ words })).map(({ id, title, venue, ages, term }) => ({
    label: title,
    hint: ['Class', ages, venue, term].filter(Boolean).join(', '),
    to: addresses.plannedClass({ id }),
  }))
