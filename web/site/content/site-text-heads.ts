import * as addresses from '#contract/addresses.ts'
import type { Head, HeadContext } from '#web/page.ts'

// Pages of the business's own long texts, as search engines describe them.

export const aboutHead = (): Head => ({
  description: 'Who runs our children’s classes, what we believe in and how we keep children safe.',
})

export const contactHead = (): Head => ({
  description: 'Telephone, email, venues and opening hours, and a form to write to us.',
})

export const helpCentreHead = (): Head => ({
  description:
    'Answers about first classes, what to bring, class credits, changing a booking and waiting lists.',
})

export const parentClassHead = (): Head => ({
  description: 'Sessions for parents and carers.',
})

export const eventsHead = (): Head => ({
  description: 'Events, holiday camps and family days.',
})

/** Returns the heads of the two texts on one path (decision C-08), each with its own title. */
export function termPageHead({ url }: HeadContext): Head {
  const { text, version } = addresses.terms.read(url.searchParams)
  // Search engines do not list an older version.
  if (version) return { isPrivate: true }
  return text === 'privacy'
    ? {
        title: 'Privacy Policy',
        description: 'What we keep about you and your children, why, for how long, and who sees it.',
        canonical: addresses.terms({ text: 'privacy' }),
      }
    : {
        title: 'Terms & Conditions',
        description: 'The terms for bookings, class packs, trials and products.',
      }
}
