import * as addresses from '#contract/addresses.ts'
import { creditText } from '#domain/prices.ts'
import { sentences } from '#domain/sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOffers } from '#web/settings.ts'
import type { Check } from '#web/ui/form.tsx'

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

/** Said before the question whether to order: credits alone pay for it, and they do not reach. */
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

/** Marks what credits do not reach for, in the words of the refusal that it would be. */
export const packCheck = (isLacking: boolean, balance: number): Check => ({
  field: 'sessions',
  holds: !isLacking,
  sentence: balance === 0 ? sentences.packOnly : sentences.packOnlyNotCovered,
  note: balance === 0 ? 'You need class credits for this.' : sentences.packOnlyNotCovered,
})
