import type { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { EmailField } from '#web/site/accounts/email-field.tsx'
import { useEditProfile } from '#web/site/accounts/queries.ts'
import { TermsCheckbox, termsAgreed } from '#web/site/accounts/terms-checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form, filledIn, SubmitButton, type Text } from '#web/ui/form.tsx'

/** In the order of spec 1 §5, in the words of decision D-01. */
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
  onSaved: () => void
}) {
  const edit = useEditProfile()
  return (
    <Form
      draft={`${account.id}.onboarding-details`}
      checks={checks}
      onSend={text =>
        edit.mutateAsync({
          firstName: account.firstName,
          lastName: account.lastName,
          mobile: account.mobile,
          addressLine1: text('addressLine1').trim(),
          addressLine2: text('addressLine2').trim(),
          town: text('town').trim(),
          postcode: text('postcode').trim(),
          email: text('email').trim(),
        })
      }
      onSent={onSaved}
      className="stack gap-l"
    >
      <Field
        label="Address line 1"
        name="addressLine1"
        autoComplete="address-line1"
        defaultValue={account.addressLine1}
        isStarred
      />
      <Field
        label="Address line 2"
        name="addressLine2"
        autoComplete="address-line2"
        defaultValue={account.addressLine2}
        isStarred
      />
      <div className="columns">
        <Field label="Town" name="town" autoComplete="address-level2" defaultValue={account.town} isStarred />
        <Field
          label="Postcode"
          name="postcode"
          autoComplete="postal-code"
          autoCapitalize="characters"
          defaultValue={account.postcode}
          isStarred
        />
      </div>
      <EmailField defaultValue={account.email} />
      <TermsCheckbox />
      <SubmitButton>Save and go on</SubmitButton>
    </Form>
  )
}
