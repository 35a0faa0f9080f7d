import type { Head, HeadContext } from '#web/rendering/routes.ts'

/** Two texts on one path (decision C-08), so each says which one it is. */
export const termPageHead = ({ url }: HeadContext): Head =>
  url.searchParams.get('type') === 'privacy'
    ? {
        title: 'Privacy Policy',
        description: 'What we keep about you and your children, why, for how long, and who sees it.',
        canonical: '/term?type=privacy',
      }
    : {
        title: 'Terms & Conditions',
        description: 'The terms for bookings, class packs, trials and products.',
      }
