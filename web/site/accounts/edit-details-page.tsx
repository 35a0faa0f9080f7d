import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { PictureField } from '#web/site/content/picture-field.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { AccountHeading } from './account-heading.tsx'
import { useProfile } from './profile-query.ts'
import { useEditProfile } from './queries.ts'

/** Edits the profile, e-mail apart (decision A-09). Nothing is checked here (spec 2 §5). */
export function EditDetailsPage() {
  const { data: account, isError, refetch } = useProfile()
  const navigate = useNavigate()
  const edit = useEditProfile()
  if (isError) return <ErrorPanel onRetry={refetch} />
  if (!account) return <PageSkeleton />
  const name = `${account.firstName} ${account.lastName}`
  return (
    <>
      <AccountHeading title="Edit my details">
        Your email address is <b>{account.email}</b>.
      </AccountHeading>
      <Form
        onSend={text =>
          edit.mutateAsync({
            firstName: text('firstName').trim(),
            lastName: text('lastName').trim(),
            avatar: text('avatar'),
            addressLine1: text('addressLine1').trim(),
            addressLine2: text('addressLine2').trim(),
            town: text('town').trim(),
            postcode: text('postcode').trim(),
            note: text('note').trim(),
            mobile: text('mobile').trim(),
          })
        }
        onSent={() => {
          showSuccess(sentences.successful)
          navigate(addresses.details())
        }}
        className="card card-inset reading stack gap-l"
      >
        <PictureField label="Your picture" name="avatar" person={name} defaultValue={account.avatar} />
        <div className="columns">
          <Field
            label="First name"
            name="firstName"
            autoComplete="given-name"
            defaultValue={account.firstName}
          />
          <Field
            label="Last name"
            name="lastName"
            autoComplete="family-name"
            defaultValue={account.lastName}
          />
        </div>
        <Field
          label="Mobile"
          name="mobile"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          defaultValue={account.mobile}
        />
        <Field
          label="Address line 1"
          name="addressLine1"
          autoComplete="address-line1"
          defaultValue={account.addressLine1}
        />
        <Field
          label="Address line 2"
          name="addressLine2"
          autoComplete="address-line2"
          defaultValue={account.addressLine2}
        />
        <div className="columns">
          <Field label="Town" name="town" autoComplete="address-level2" defaultValue={account.town} />
          <Field
            label="Postcode"
            name="postcode"
            autoComplete="postal-code"
            autoCapitalize="characters"
            defaultValue={account.postcode}
          />
        </div>
        <TextArea label="Note for the team" name="note" rows={3} defaultValue={account.note} />
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
