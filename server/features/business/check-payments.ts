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
  if (mode === 'practice') return { mode, account: '', problem: '', ...last }
  try {
    const account = await stripe.accounts.retrieveCurrent()
    const name = account.settings?.dashboard.display_name ?? account.business_profile?.name ?? account.id
    return { mode, account: name, problem: '', ...last }
  } catch (error) {
    return { mode, account: '', problem: (error as Error).message.slice(0, 200), ...last }
  }
}
