import type Stripe from 'stripe'
import type { business as calls } from '#contract/office/business.ts'
import type { CallOutput } from '#contract/wire.ts'
import type { Services } from '#server/services.ts'
import { paymentModeOf, readLastOfProvider } from './queries.ts'

/**
 * Reports which account the keys belong to, and when a payment last arrived. The keys themselves are never shown
 * (O-05).
 */
export async function checkPayments({
  db,
  config,
  stripe,
}: Pick<Services, 'db' | 'config' | 'stripe'>): Promise<CallOutput<typeof calls.checkPayments>> {
  const mode = paymentModeOf(config.stripe)
  const last = await readLastOfProvider(db)
  if (mode === 'practice' || mode === 'none') return { mode, account: '', problem: '', ...last }
  try {
    const account = await stripe.accounts.retrieveCurrent()
    return { mode, account: accountName(account), problem: '', ...last }
  } catch (error) {
    return { mode, account: '', problem: (error as Error).message.slice(0, 200), ...last }
  }
}

/** Returns the name of an account as its owner knows it. */
export const accountName = ({ settings, business_profile, id }: Stripe.Account): string =>
  settings?.dashboard.display_name ?? business_profile?.name ?? id
