import * as addresses from '#contract/addresses.ts'
import { account, type Page, plain } from '#web/page.ts'

export const accountPages: Page[] = [
  plain(addresses.logIn, 'Log in', () => import('./login-page.tsx').then(file => file.LoginPage)),
  plain(addresses.register, 'Sign up', () => import('./register-page.tsx').then(file => file.RegisterPage)),
  plain(addresses.resetPassword, 'Reset your password', () =>
    import('./reset-password-page.tsx').then(file => file.ResetPasswordPage),
  ),
  plain(
    addresses.takeBackEmail,
    'Take your account back',
    () => import('./take-back-page.tsx').then(file => file.TakeBackPage),
    { head: async () => () => ({ isPrivate: true }) },
  ),
  account(addresses.details, 'My details', () => import('./details-page.tsx').then(file => file.DetailsPage)),
  account(addresses.editDetails, 'Edit my details', () =>
    import('./edit-details-page.tsx').then(file => file.EditDetailsPage),
  ),
  account(addresses.changePassword, 'Change password', () =>
    import('./change-password-page.tsx').then(file => file.ChangePasswordPage),
  ),
]
