import * as addresses from '#contract/addresses.ts'
import { type Page, shell } from '#web/page.ts'
import { typePageQueries } from './timetable-query.ts'

const typePage = (address: { path: string }, title: string) =>
  shell(address, title, () => import('./offering-type-page.tsx').then(file => file.OfferingTypePage), {
    data: typePageQueries,
    head: () => import('./offering-page-heads.ts').then(file => file.offeringTypePageHead),
  })

/** The same pages for every kind, which they know by their path. */
export const offeringPages: Page[] = [
  typePage(addresses.ofKind.class.type, 'Class details'),
  typePage(addresses.ofKind.event.type, 'Event details'),
  typePage(addresses.ofKind.parentSession.type, 'Session details'),
]
