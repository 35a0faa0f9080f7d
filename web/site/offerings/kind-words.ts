import * as addresses from '#contract/addresses.ts'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'

/** The site's names for each kind, its types and its venues. */
export const kindWords = {
  class: {
    venues: 'Choose a venue',
    title: 'Classes',
    types: 'All our classes',
    one: 'class',
    many: 'classes',
  },
  event: {
    venues: 'Choose a venue',
    title: 'Events & Camps',
    types: 'What we put on',
    one: 'event',
    many: 'events',
  },
  parentSession: {
    venues: 'Classes',
    title: 'Parental Support',
    types: 'Sessions for parents',
    one: 'session',
    many: 'sessions',
  },
} as const satisfies Record<OfferingKind, Record<string, string>>

/** Counts: '1 class', '58 classes'. */
export const countOf = (kind: OfferingKind, count: number): string =>
  `${count} ${count === 1 ? kindWords[kind].one : kindWords[kind].many}`

/** Returns the kind whose page has this path. */
export function kindOfPath(pathname: string): OfferingKind {
  const kind = everyOfferingKind.find(candidate => {
    const { timetable, type, choice } = addresses.ofKind[candidate]
    return addresses.isPathOf(pathname, timetable, type, choice)
  })
  if (!kind) throw new Error(`${pathname} belongs to no kind`)
  return kind
}
