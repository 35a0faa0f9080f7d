import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const reportPages = [
  officePage(addresses.occupancy, 'Occupancy', 'report.see', () =>
    import('./occupancy-page.tsx').then(file => file.OccupancyPage),
  ),
  officePage(addresses.attendance, 'Attendance', 'report.see', () =>
    import('./attendance-page.tsx').then(file => file.AttendancePage),
  ),
  officePage(addresses.demand, 'Waiting demand', 'report.see', () =>
    import('./demand-page.tsx').then(file => file.DemandPage),
  ),
  officePage(addresses.sources, 'Sources', 'money.see', () =>
    import('./sources-page.tsx').then(file => file.SourcesPage),
  ),
]
