import * as addresses from '#contract/office/addresses.ts'
import type { ListName } from '#contract/office/catalogue.ts'
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

/** The lists that a step fills, and that it shows itself. */
export const listsOfStep: Partial<Record<SetUpStep | 'open', readonly ListName[]>> = {
  venues: ['venues', 'ages'],
  classes: ['types'],
}

/** The pages that a step sends to. */
export const pagesOfStep: Partial<
  Record<SetUpStep | 'open', readonly (readonly [label: string, to: string])[]>
> = {
  term: [
    ['Terms', addresses.terms()],
    ['New class', addresses.newClass()],
    ['Planner', addresses.planner()],
    ['Staff', addresses.staff()],
  ],
}
