import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

const family = () => import('./family-page.tsx').then(file => file.FamilyPage)

export const familyPages = [
  officePage(addresses.families, 'Families', 'family.see', () =>
    import('./families-page.tsx').then(file => file.FamiliesPage),
  ),
  officePage(
    addresses.newFamily,
    'New family',
    'family.edit',
    () => import('./new-family-page.tsx').then(file => file.NewFamilyPage),
    { makes: 'Family' },
  ),
  officePage(addresses.duplicates, 'Possible duplicates', 'family.see', () =>
    import('./duplicates-page.tsx').then(file => file.DuplicatesPage),
  ),
  officePage(addresses.family, 'Family', 'family.see', family),
  officePage(addresses.familyTab, 'Family', 'family.see', family),
]
