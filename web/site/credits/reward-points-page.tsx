import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { useOffers } from '#web/settings.ts'
import { AccountHeading } from '#web/site/accounts/account-heading.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Ledger } from './ledger.tsx'
import { pointEntriesQuery } from './queries.ts'

/**
 * Shows the account's reward points (spec 2 §2, integral): one for each pound paid by card, if the business gives them.
 */
export function RewardPointsPage() {
  const api = useApi()
  const givesPoints = useOffers()('points')
  const { data: profile } = useProfile()
  const { data: site } = useQuery(siteSettingsQuery(api))
  const points = profile?.rewardPoints ?? 0
  const balance = `You have ${points} ${points === 1 ? 'point' : 'points'}`
  const heading = givesPoints
    ? `${balance}: one for each pound you pay by card.`
    : points > 0 && `${balance}.`
  return (
    <>
      <AccountHeading title="Reward points">{profile && heading}</AccountHeading>
      {givesPoints && site?.pointsUse && <p>{site.pointsUse}</p>}
      <Ledger
        label="reward points"
        unit="Points"
        query={asked => pointEntriesQuery(api, asked)}
        amountOf={entry => entry.points}
        empty={
          givesPoints ? (
            <EmptyState title="No points yet">
              Your first points come with your first card payment.
            </EmptyState>
          ) : (
            <EmptyState title="No reward points" />
          )
        }
        isWhole
      />
    </>
  )
}
