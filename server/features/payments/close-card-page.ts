import { endCardSession } from '#server/cards/card-provider.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import type { Services } from '#server/services.ts'

/** Closes a page whose claim was given up while the provider opened it. Nobody has seen it. */
export async function closeCardPage(services: Services, { paymentId }: { paymentId: number }): Promise<void> {
  const payment = await services.db
    .selectFrom('payments')
    .select('provider_ref')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  if (!payment.provider_ref) return
  await settlePayment(services, await endCardSession(services, payment.provider_ref))
}
