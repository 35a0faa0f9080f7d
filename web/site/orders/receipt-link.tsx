import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'

/** Leads to the receipt of a paid order. */
export const ReceiptLink = ({ orderNumber, of }: { orderNumber: string; of: string }) => (
  <PageLink to={addresses.receipt({ orderNumber })} className="text-link">
    Receipt<span className="sr-only"> of {of}</span>
  </PageLink>
)
