import * as addresses from '#contract/addresses.ts'
import type { Head, HeadContext } from '#web/page.ts'

/** Two texts on one path (decision C-08), so each says which one it is. */
export const termPageHead = ({ url }: HeadContext): Head =>
  addresses.terms.read(url.searchParams).text === 'privacy'
    ? {
        title: 'Privacy Policy',
        description: 'What we keep about you and your children, why, for how long, and who sees it.',
        canonical: addresses.terms({ text: 'privacy' }),
      }
    : {
        title: 'Terms & Conditions',
        description: 'The terms for bookings, class packs, trials and products.',
      }
