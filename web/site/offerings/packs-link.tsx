import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOffers } from '#web/settings.ts'

/** For whoever needs class credits. */
export function PacksLink() {
  const offers = useOffers()
  if (!offers('packs')) return null
  return (
    <PageLink to={addresses.classPacks()} className="text-link lone-link">
      See our class packs
    </PageLink>
  )
}
