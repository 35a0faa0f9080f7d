import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'

/** Where each kind lives on the site, and what it and its list of venues are called there. */
export const kindPages = {
  class: {
    timetable: '/home/classes',
    type: '/home/classify/detail',
    choice: '/home/classify/selectCourse',
    venues: 'Choose a venue',
    title: 'Classes',
    one: 'class',
    many: 'classes',
  },
  event: {
    timetable: '/home/event',
    type: '/home/event/detail',
    choice: '/home/event/selectCourse',
    venues: 'Choose a venue',
    title: 'Events & Camps',
    one: 'event',
    many: 'events',
  },
  parentSession: {
    timetable: '/home/parent',
    type: '/home/parent/detail',
    choice: '/home/parent/selectCourse',
    venues: 'Classes',
    title: 'Parental Support',
    one: 'session',
    many: 'sessions',
  },
} as const satisfies Record<OfferingKind, Record<string, string>>

/** '1 class', '58 classes'. */
export const countOf = (kind: OfferingKind, count: number): string =>
  `${count} ${count === 1 ? kindPages[kind].one : kindPages[kind].many}`

/** The kind whose page has this path. */
export function kindOfPath(pathname: string): OfferingKind {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  const kind = everyOfferingKind.find(candidate => {
    const { timetable, type, choice } = kindPages[candidate]
    return [timetable, type, choice].some(known => known.toLowerCase() === path)
  })
  if (!kind) throw new Error(`${pathname} belongs to no kind`)
  return kind
}
