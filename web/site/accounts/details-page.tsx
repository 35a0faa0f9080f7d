import './details-page.css'
import { useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOffers } from '#web/settings.ts'
import { CalendarAddress } from '#web/site/calendar-feed/calendar-address.tsx'
import { OwnData } from '#web/site/own-data/own-data.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { AccountHeading } from './account-heading.tsx'
import { ChangeEmailDialog } from './change-email.tsx'
import { NewEmail } from './new-email.tsx'
import { OffersChoice } from './offers-choice.tsx'
import { useProfile } from './profile-query.ts'

/** Shows the account's details (spec 2 §2, user). */
export function DetailsPage() {
  const offers = useOffers()
  const [isChangingEmail, setChangingEmail] = useState(false)
  const { data: account, isError, refetch } = useProfile()
  if (!account) return isError ? <ErrorPanel onRetry={refetch} /> : <PageSkeleton />
  const name = `${account.firstName} ${account.lastName}`
  return (
    <>
      <AccountHeading
        title={name}
        picture={<Avatar name={name} picture={account.avatar} size="large" />}
        action={
          <LinkButton look="secondary" to={addresses.editDetails()}>
            Edit
          </LinkButton>
        }
      />
      <ul className="balances">
        {offers('credits') && (
          <Balance amount={account.credits} name="Class credits" to={addresses.credits()} />
        )}
        {(offers('points') || account.rewardPoints > 0) && (
          <Balance amount={account.rewardPoints} name="Reward points" to={addresses.rewardPoints()} />
        )}
      </ul>
      <div className="columns">
        {account.newEmail && (
          <div className="whole-row">
            <NewEmail account={account} />
          </div>
        )}
        <Facts
          title="Contact"
          facts={[
            ['First name', account.firstName],
            ['Last name', account.lastName],
            ['Email', account.email],
            ['Mobile', account.mobile],
          ]}
          action={
            <Button look="secondary" size="small" onClick={() => setChangingEmail(true)}>
              Change email address
            </Button>
          }
        />
        <Facts
          title="Address"
          facts={[
            ['Address line 1', account.addressLine1],
            ['Address line 2', account.addressLine2],
            ['Town', account.town],
            ['Postcode', account.postcode],
          ]}
        />
        <div className="whole-row">
          <Facts title="Note" facts={[['For the team', account.note]]} />
        </div>
        <CalendarAddress />
        <OffersChoice />
        <OwnData />
      </div>
      {isChangingEmail && <ChangeEmailDialog onClose={() => setChangingEmail(false)} />}
    </>
  )
}

function Balance({ amount, name, to }: { amount: number; name: string; to: string }) {
  return (
    <li>
      <PageLink to={to} className="card balance">
        <span>{amount}</span>
        <span className="quiet">{name}</span>
      </PageLink>
    </li>
  )
}
