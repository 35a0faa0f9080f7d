import type { OfferingKind } from '#domain/offering-kinds.ts'

/** Where each kind lives on the site, and what it is called there. */
export const kindPages = {
  class: {
    timetable: '/home/classes',
    type: '/home/classify/detail',
    title: 'Classes',
    one: 'class',
    many: 'classes',
  },
  event: {
    timetable: '/home/event',
    type: '/home/event/detail',
    title: 'Events & Camps',
    one: 'event',
    many: 'events',
  },
  parentSession: {
    timetable: '/home/parent',
    type: '/home/parent/detail',
    title: 'Parental Support',
    one: 'session',
    many: 'sessions',
  },
} as const satisfies Record<OfferingKind, Record<string, string>>

/** '1 class', '58 classes'. */
export const countOf = (kind: OfferingKind, count: number): string =>
  `${count} ${count === 1 ? kindPages[kind].one : kindPages[kind].many}`
