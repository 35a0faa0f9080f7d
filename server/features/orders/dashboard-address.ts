import type { paymentModeOf } from '#server/features/business/queries.ts'

/**
 * Returns the link to a payment on the provider's dashboard; '' while nothing is paid. The practice provider has one
 * too.
 */
export function dashboardAddress(
  mode: ReturnType<typeof paymentModeOf>,
  { reference, cardPage }: { reference: string; cardPage: string },
): string {
  if (mode === 'none' || !/^pi_\w+$/.test(reference)) return ''
  if (mode !== 'practice') {
    return `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}payments/${reference}`
  }
  return URL.canParse(cardPage) ? new URL(`/dashboard/${reference}`, cardPage).href : ''
}
