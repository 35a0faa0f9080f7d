import type { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { AddressFields, addressFields, partOfAddress } from '#web/site/accounts/address-fields.tsx'
import { EmailField } from '#web/site/accounts/email-field.tsx'
import { useRereadProfile } from '#web/site/accounts/profile-query.ts'
import { useEditProfile } from '#web/site/accounts/queries.ts'
import { TermsCheckbox, termsAgreed } from '#web/site/accounts/terms-checkbox.tsx'
import { Form, filledIn, SubmitButton, type Text, trimmed } from '#web/ui/forms/form.tsx'

/** Checks in the order of spec 1 §5, with the messages of decision D-01. */
const checks = (text: Text) => [
  termsAgreed(text, required('Terms and Conditions')),
  filledIn(text, 'addressLine1', required('Address Line 1')),
  filledIn(text, 'addressLine2', required('Address Line 2')),
  filledIn(text, 'town', required('Town')),
  filledIn(text, 'postcode', required('Postcode')),
  filledIn(text, 'email', required('Email')),
]
const required = (field: string) => `${field} is Required`

/** Step 0: the account's address, saved with the names and mobile it was registered with (decision A-27). */
export function OnboardingDetails({
  account,
  onSaved,
}: {
  account: CallOutput<typeof contract.accounts.profile>
  onSaved: (form: HTMLFormElement) => void
}) {
  const edit = useEditProfile()
  const reread = useRereadProfile()
  return (
    <Form
      values={account}
      draft={`${account.id}.onboarding-details`}
      checks={checks}
      onSend={(text, before) => {
        const { firstName, lastName, mobile } = account
        const detailsOf = (read: Text) => ({
          firstName,
          lastName,
          mobile,
          ...trimmed(read, ...addressFields, 'email'),
        })
        return edit.mutateAsync({ ...detailsOf(text), before: detailsOf(before) })
      }}
      reread={reread}
      partOf={partOfAddress}
      onSent={(_done, form) => onSaved(form)}
      className="stack gap-l"
    >
      <AddressFields isStarred />
      <EmailField />
      <TermsCheckbox />
      <SubmitButton>Save and go on</SubmitButton>
    </Form>
  )
}
