import './credits-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { useApi } from '#web/api.ts'
import { AccountHeading } from '#web/site/accounts/account-heading.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { siteTextsQuery } from '#web/site/content/queries.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { Ledger } from './ledger.tsx'
import { creditEntriesQuery } from './queries.ts'

/** The class credits of the account, with the rules of the packs below (spec 2 §2, package). */
export function CreditsPage() {
  const api = useApi()
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState<number>()
  const entries = useQuery(creditEntriesQuery(api, page, limit))
  const { data: site } = useQuery(siteTextsQuery(api))
  const { data: profile } = useProfile()
  return (
    <>
      <AccountHeading
        title="Class pack"
        action={
          <LinkButton to={addresses.classPacks()} size="small">
            Buy a class pack
          </LinkButton>
        }
      >
        {profile && `You have ${profile.credits} class ${profile.credits === 1 ? 'credit' : 'credits'}.`}
      </AccountHeading>
      {entries.isPending && <PageSkeleton />}
      {entries.isError && <ErrorPanel onRetry={() => entries.refetch()} />}
      {entries.data?.total === 0 && (
        <EmptyState title="No credits yet">
          When you buy a class pack, its credits appear here, and so does every class you spend them on.
        </EmptyState>
      )}
      {entries.data && entries.data.total > 0 && (
        <div className="stack">
          <Ledger
            unit="Credits"
            entries={entries.data.items.map(entry => ({ ...entry, amount: entry.credits }))}
          />
          <Pager
            label="Pages of class credits"
            page={entries.data.page}
            perPage={entries.data.perPage}
            total={entries.data.total}
            onPage={setPage}
            onSize={size => {
              setPage(1)
              setLimit(size)
            }}
          />
        </div>
      )}
      {site?.packRulesHtml && <RichText html={site.packRulesHtml} className="card pack-rules" />}
    </>
  )
}
