import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#web/api.ts'
import { AccountHeading } from '#web/site/accounts/account-heading.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { Ledger } from './ledger.tsx'
import { pointEntriesQuery } from './queries.ts'

/** The reward points of the account (spec 2 §2, integral): one for each pound paid by card. */
export function RewardPointsPage() {
  const [asked, setAsked] = useState<{ page: number; perPage: number }>()
  const entries = useQuery(pointEntriesQuery(useApi(), asked?.page, asked?.perPage))
  const { data: profile } = useProfile()
  const { items, total = 0, page = 1, perPage = 1 } = entries.data ?? {}
  return (
    <>
      <AccountHeading title="Reward points">
        {profile &&
          `You have ${profile.rewardPoints} ${profile.rewardPoints === 1 ? 'point' : 'points'}: one for each pound you pay by card.`}
      </AccountHeading>
      {entries.isPending && <PageSkeleton />}
      {entries.isError && <ErrorPanel onRetry={() => entries.refetch()} />}
      {items && total === 0 && (
        <EmptyState title="No points yet">Your first points come with your first card payment.</EmptyState>
      )}
      {items && total > 0 && (
        <div className="stack">
          <Ledger unit="Points" entries={items.map(entry => ({ ...entry, amount: entry.points }))} />
          {total > perPage && (
            <Pager
              label="Pages of reward points"
              page={page}
              perPage={perPage}
              total={total}
              onPage={next => setAsked({ page: next, perPage })}
            />
          )}
        </div>
      )}
    </>
  )
}
