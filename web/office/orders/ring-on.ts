import type { OfficeOrder } from '#contract/office/orders.ts'

/** Returns the number of a guest without an email address, whom somebody has to ring; '' if a mail tells them. */
export const ringOnOf = ({ guest }: Pick<OfficeOrder, 'guest'>): string =>
  guest?.email === '' ? guest.phone : ''
