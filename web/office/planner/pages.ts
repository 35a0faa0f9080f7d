import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const plannerPages = [
  officePage(
    addresses.planner,
    'Planner',
    'planner.see',
    () => import('./planner-page.tsx').then(file => file.PlannerPage),
    { isWide: true },
  ),
  officePage(
    addresses.terms,
    'Terms',
    'planner.see',
    () => import('./terms-page.tsx').then(file => file.TermsPage),
    { one: { name: 'term', permission: 'planner.edit' } },
  ),
  officePage(addresses.term, 'Copy a term', 'planner.edit', () =>
    import('./copy-term-page.tsx').then(file => file.CopyTermPage),
  ),
  officePage(
    addresses.newClass,
    'New class',
    'planner.edit',
    () => import('./new-class-page.tsx').then(file => file.NewClassPage),
    { makes: 'Class' },
  ),
  officePage(addresses.sessionTab, 'Date', 'planner.see', () =>
    import('./date-page.tsx').then(file => file.DatePage),
  ),
  officePage(addresses.plannedClass, 'Class', 'planner.see', () =>
    import('./class-page.tsx').then(file => file.ClassPage),
  ),
]
