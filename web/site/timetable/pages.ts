import * as addresses from '#contract/addresses.ts'
import { type Page, shell } from '#web/page.ts'
import {
  areaPageQueries,
  choicePageQueries,
  timetablePageQueries,
  typePageQueries,
} from '#web/site/offerings/timetable-query.ts'

const heads = () => import('#web/site/offerings/offering-page-heads.ts')
const timetableHead = () => heads().then(file => file.timetablePageHead)

// The same three pages for every kind: they know their kind by their path.
const areaPage = (address: { path: string }, title: string) =>
  shell(address, title, () => import('./area-page.tsx').then(file => file.AreaPage), {
    data: areaPageQueries,
    head: timetableHead,
  })
const choicePage = (address: { path: string }, title: string) =>
  shell(address, title, () => import('./choice-page.tsx').then(file => file.ChoicePage), {
    data: choicePageQueries,
    head: () => heads().then(file => file.choicePageHead),
  })
const typePage = (address: { path: string }, title: string) =>
  shell(address, title, () => import('./offering-type-page.tsx').then(file => file.OfferingTypePage), {
    data: typePageQueries,
    head: () => heads().then(file => file.offeringTypePageHead),
  })

export const timetablePages: Page[] = [
  shell(
    addresses.ofKind.class.timetable,
    'Classes',
    () => import('./classes-page.tsx').then(file => file.ClassesPage),
    { data: timetablePageQueries, head: timetableHead },
  ),
  choicePage(addresses.ofKind.class.choice, 'Choose a class'),
  areaPage(addresses.ofKind.event.timetable, 'Events & Camps'),
  choicePage(addresses.ofKind.event.choice, 'Choose an event'),
  areaPage(addresses.ofKind.parentSession.timetable, 'Parental Support'),
  choicePage(addresses.ofKind.parentSession.choice, 'Choose a session'),
  typePage(addresses.ofKind.class.type, 'Class details'),
  typePage(addresses.ofKind.event.type, 'Event details'),
  typePage(addresses.ofKind.parentSession.type, 'Session details'),
]
