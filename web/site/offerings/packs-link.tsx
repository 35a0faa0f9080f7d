import * as addresses from '#contract/addresses.ts'
import { creditText } from '#domain/prices.ts'
import { sentences } from '#domain/sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOffers } from '#web/settings.ts'
import type { Check } from '#web/ui/forms/form.tsx'

/** A link to class packs. */
export function PacksLink() {
  const offers = useOffers()
  if (!offers('packs')) return null
  return (
    <PageLink to={addresses.classPacks()} className="text-link lone-link">
      See our class packs
    </PageLink>
  )
}

/** A hint, before the confirmation, that credits are missing for a pack-only class. */
export function PackNeeded({ asked, balance }: { asked: number; balance: number }) {
  return (
    <p className="hint-box">
      {balance === 0
        ? 'You need class credits for this.'
        : `This takes ${creditText(asked)}, and you have ${balance}.`}{' '}
      <PacksLink />
    </p>
  )
}

/** Returns a check that fails when there are too few credits, with the refusal's words. */
export const packCheck = (isLacking: boolean, balance: number): Check => ({
  field: 'sessions',
  holds: !isLacking,
  sentence: balance === 0 ? sentences.packOnly : sentences.packOnlyNotCovered,
  note: balance === 0 ? 'You need class credits for this.' : sentences.packOnlyNotCovered,
})
