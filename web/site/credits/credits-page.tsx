import './credits-page.css'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import * as addresses from '#contract/addresses.ts'
import { useApi } from '#web/api.ts'
import { useOffers } from '#web/settings.ts'
import { AccountHeading } from '#web/site/accounts/account-heading.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { siteTextsQuery } from '#web/site/content/queries.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { Ledger } from './ledger.tsx'
import { creditEntriesQuery } from './queries.ts'

/** The class credits of the account, with the rules of the packs below (spec 2 §2, package). */
export function CreditsPage() {
  const api = useApi()
  const offers = useOffers()
  const { data: site } = useQuery(siteTextsQuery(api))
  const { data: profile } = useProfile()
  const rules = useRef<HTMLElement>(null)
  return (
    <>
      <AccountHeading
        title="Class pack"
        action={
          offers('packs') && (
            <LinkButton to={addresses.classPacks()} size="small">
              Buy a class pack
            </LinkButton>
          )
        }
      >
        {profile && `You have ${profile.credits} class ${profile.credits === 1 ? 'credit' : 'credits'}.`}{' '}
        {site?.packRulesHtml && (
          <button
            type="button"
            className="text-link lone-link"
            onClick={() => {
              rules.current?.scrollIntoView()
              rules.current?.focus({ preventScroll: true })
            }}
          >
            How long they last
          </button>
        )}
      </AccountHeading>
      <Ledger
        label="class credits"
        unit="Credits"
        query={asked => creditEntriesQuery(api, asked)}
        amountOf={entry => entry.credits}
        empty={
          <EmptyState title="No credits yet">
            When you buy a class pack, its credits appear here, and so does every class you spend them on.
          </EmptyState>
        }
      />
      {site?.packRulesHtml && (
        <section ref={rules} tabIndex={-1} aria-label="Rules of class packs">
          <RichText html={site.packRulesHtml} className="card pack-rules" />
        </section>
      )}
    </>
  )
}
