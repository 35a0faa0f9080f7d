import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { isStillAt } from '#web/is-still-at.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { PictureField } from '#web/site/content/picture-field.tsx'
import { useIsSendingPicture } from '#web/site/content/upload-queries.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextArea } from '#web/ui/forms/field.tsx'
import { Form, SubmitButton, type Text, trimmed } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { AccountHeading } from './account-heading.tsx'
import { AddressFields, addressFields, partOfAddress } from './address-fields.tsx'
import { useProfile, useRereadProfile } from './profile-query.ts'
import { useEditProfile } from './queries.ts'

const detailsOf = (text: Text) => ({
  ...trimmed(text, 'firstName', 'lastName', ...addressFields, 'note', 'mobile'),
  avatar: text('avatar'),
})

/**
 * Edits the profile, except the email, which has its own form (decision A-09). Only the server checks it
 * (spec 2 §5).
 */
export function EditDetailsPage() {
  const { data: account, isError, refetch } = useProfile()
  const navigate = useNavigate()
  const edit = useEditProfile()
  const reread = useRereadProfile()
  const isSendingPicture = useIsSendingPicture()
  if (!account) return isError ? <ErrorPanel onRetry={refetch} /> : <PageSkeleton />
  const name = `${account.firstName} ${account.lastName}`
  return (
    <>
      <AccountHeading title="Edit my details">
        Your email address is <b>{account.email}</b>.{' '}
        <PageLink to={addresses.details()} className="text-link lone-link">
          Change it among your details
        </PageLink>
      </AccountHeading>
      <Form
        values={account}
        draft={`${account.id}.details`}
        leaveQuestion="Leave without saving? What you have changed here will be lost."
        onSend={(text, before) => edit.mutateAsync({ ...detailsOf(text), before: detailsOf(before) })}
        reread={reread}
        partOf={partOfAddress}
        onSent={(_sent, form) => {
          showSuccess(sentences.successful)
          if (isStillAt(form, addresses.editDetails))
            navigate(addresses.details(), { state: { mobileBefore: account.mobile } })
        }}
        isBusy={isSendingPicture}
        className="card card-inset reading stack gap-l"
      >
        <PictureField label="Your picture" name="avatar" person={name} />
        <div className="columns">
          <Field label="First name" name="firstName" autoComplete="given-name" />
          <Field label="Last name" name="lastName" autoComplete="family-name" />
        </div>
        <Field label="Mobile" name="mobile" type="tel" inputMode="tel" autoComplete="tel" />
        <AddressFields />
        <TextArea label="Note for the team" name="note" rows={3} />
        <div className="row">
          <SubmitButton>Save</SubmitButton>
          <LinkButton look="quiet" to={addresses.details()}>
            Cancel
          </LinkButton>
        </div>
      </Form>
    </>
  )
}
