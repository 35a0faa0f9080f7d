import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const registerPages = [
  officePage(addresses.registers, 'Registers', 'child.register', () =>
    import('./registers-page.tsx').then(file => file.RegistersPage),
  ),
  officePage(addresses.incidents, 'Incidents', 'incident.read', () =>
    import('./incidents-page.tsx').then(file => file.IncidentsPage),
  ),
  officePage(addresses.incident, 'Incident', 'incident.read', () =>
    import('./incident-page.tsx').then(file => file.IncidentPage),
  ),
  officePage(addresses.fireList, 'Fire list', 'child.register', () =>
    import('./fire-list-page.tsx').then(file => file.FireListPage),
  ),
  officePage(addresses.session, 'Register', 'child.register', () =>
    Promise.all([
      import('./register-page.tsx'),
      import('./offline/read-ahead.ts').then(file => file.readAhead()),
    ]).then(([file]) => file.RegisterPage),
  ),
  officePage(addresses.register, 'Register', 'child.register', () =>
    import('./former-register-page.tsx').then(file => file.FormerRegisterPage),
  ),
]
