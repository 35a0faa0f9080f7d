import type { paymentModeOf } from '#server/features/business/queries.ts'

/** Where Stripe's own pages show a payment; '' for one of the practice page, and as long as nothing was paid. */
export const dashboardOf = (mode: ReturnType<typeof paymentModeOf>, reference: string): string =>
  mode === 'practice' || !/^pi_\w+$/.test(reference)
    ? ''
    : `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}payments/${reference}`
