import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const importPages = [
  officePage(addresses.importing, 'Import', 'import.run', () =>
    import('./imports-page.tsx').then(file => file.ImportsPage),
  ),
  officePage(addresses.importRun, 'Import', 'import.run', () =>
    import('./import-page.tsx').then(file => file.ImportPage),
  ),
]
