import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const staffPages = [
  officePage(addresses.signIn, 'Sign in', 'anyone', () =>
    import('./sign-in-page.tsx').then(file => file.SignInPage),
  ),
  officePage(addresses.welcome, 'Welcome', 'anyone', () =>
    import('./welcome-page.tsx').then(file => file.WelcomePage),
  ),
  officePage(addresses.recover, 'Set up your sign-in again', 'anyone', () =>
    import('./recover-page.tsx').then(file => file.RecoverPage),
  ),
  officePage(addresses.mySignIn, 'My sign-in', 'everybody', () =>
    import('./my-sign-in-page.tsx').then(file => file.MySignInPage),
  ),
  officePage(addresses.ownSessions, 'Sessions', 'everybody', () =>
    import('./sessions-page.tsx').then(file => file.SessionsPage),
  ),
  officePage(addresses.staff, 'Staff', 'staff.manage', () =>
    import('./staff-page.tsx').then(file => file.StaffPage),
  ),
]
