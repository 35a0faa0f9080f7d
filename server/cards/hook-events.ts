/** The provider's messages about refunds. */
export const refundEvents = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refunded'] as const
const disputeEvents = ['charge.dispute.created', 'charge.dispute.closed'] as const

/** The provider's messages that we ask for. */
export const hookEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  ...refundEvents,
  ...disputeEvents,
] as const
