import * as addresses from '#contract/addresses.ts'
import { type Page, plain } from '#web/page.ts'

export const onboardingPages: Page[] = [
  plain(
    addresses.onboarding,
    'Welcome',
    () => import('./onboarding-page.tsx').then(file => file.OnboardingPage),
    {
      needsSignIn: true,
    },
  ),
]
