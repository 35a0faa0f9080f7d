import * as addresses from '#contract/office/addresses.ts'
import type { SetUpStep } from '#domain/office/business-rules.ts'

/** The titles of the steps. The palette uses them too, so every page of the office loads them. */
export const stepTitles: Record<SetUpStep | 'open', string> = {
  business: 'Business',
  look: 'Look',
  tax: 'Tax',
  money: 'Time and money',
  payments: 'Card payments',
  mail: 'Mail',
  venues: 'Venues and ages',
  classes: 'Classes',
  term: 'Timetable',
  texts: 'Terms and privacy',
  open: 'Open',
}

/** The lists that a step needs entries in. */
export const listsOfStep: Partial<
  Record<SetUpStep | 'open', readonly (readonly [label: string, to: string])[]>
> = {
  venues: [
    ['Venues', addresses.venues()],
    ['Ages', addresses.ages()],
  ],
  classes: [['Types of classes', addresses.types()]],
  term: [
    ['Terms', addresses.terms()],
    ['New class', addresses.newClass()],
    ['Planner', addresses.planner()],
    ['Staff', addresses.staff()],
  ],
}
