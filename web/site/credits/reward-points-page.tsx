import { useApi } from '#web/api.ts'
import { AccountHeading } from '#web/site/accounts/account-heading.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Ledger } from './ledger.tsx'
import { pointEntriesQuery } from './queries.ts'

/** The reward points of the account (spec 2 §2, integral): one for each pound paid by card. */
export function RewardPointsPage() {
  const api = useApi()
  const { data: profile } = useProfile()
  return (
    <>
      <AccountHeading title="Reward points">
        {profile &&
          `You have ${profile.rewardPoints} ${profile.rewardPoints === 1 ? 'point' : 'points'}: one for each pound you pay by card.`}
      </AccountHeading>
      <Ledger
        label="reward points"
        unit="Points"
        query={asked => pointEntriesQuery(api, asked)}
        amountOf={entry => entry.points}
        empty={
          <EmptyState title="No points yet">Your first points come with your first card payment.</EmptyState>
        }
        isWhole
      />
    </>
  )
}
