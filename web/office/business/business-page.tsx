import { home } from '#contract/addresses.ts'
import { useMe } from '../office-session.ts'
import { FieldGroup } from '../ui/fields.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useBusiness } from './business-queries.ts'
import { DetailsForm } from './details-form.tsx'
import { LookForm } from './look-form.tsx'
import { PauseForm } from './pause-form.tsx'
import { PayLaterForm } from './pay-later-form.tsx'
import { PointsForm } from './points-form.tsx'
import { PolicyForm } from './policy-form.tsx'
import { PostageForm } from './postage-form.tsx'
import { settingsTabs } from './settings-tabs.ts'
import { TaxForm } from './tax-form.tsx'

/** The settings of the business's name, contact details and look. */
export function BusinessPage() {
  const { data: business, error, refetch } = useBusiness()
  const isOwner = useMe()?.role === 'owner'
  return (
    <>
      <PageHead
        title="Business"
        tabs={settingsTabs}
        action={
          <a href={home()} target="_blank" rel="noreferrer" className="button button-secondary">
            Look at your site
          </a>
        }
      />
      {error && !business && <NotLoaded error={error} onRetry={refetch} />}
      {!business && !error && <ListLoading count={6} shape="row" />}
      {business && (
        <div className="stack">
          <DetailsForm business={business} />
          <FieldGroup title="Look">
            <LookForm business={business} />
          </FieldGroup>
          <FieldGroup title="Reward points">
            <PointsForm business={business} />
          </FieldGroup>
          <FieldGroup title="Postage">
            <PostageForm business={business} />
          </FieldGroup>
          {isOwner && business.openedAt && (
            <FieldGroup title="Pause bookings">
              <PauseForm business={business} />
            </FieldGroup>
          )}
          {isOwner && (
            <FieldGroup title="Cancelling places">
              <PolicyForm business={business} />
            </FieldGroup>
          )}
          {isOwner && (
            <FieldGroup title="Money that comes later">
              <PayLaterForm business={business} />
            </FieldGroup>
          )}
          {isOwner && (
            <FieldGroup title="Tax">
              <TaxForm business={business} />
            </FieldGroup>
          )}
        </div>
      )}
    </>
  )
}
