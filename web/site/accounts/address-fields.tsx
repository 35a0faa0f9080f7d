import type { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { Field } from '#web/ui/field.tsx'

export const addressFields = ['addressLine1', 'addressLine2', 'town', 'postcode'] as const

interface AddressFieldsProps {
  account: CallOutput<typeof contract.accounts.profile>
  isStarred?: boolean
}

/** The address of an account. */
export function AddressFields({ account, isStarred }: AddressFieldsProps) {
  return (
    <>
      <Field
        label="Address line 1"
        name="addressLine1"
        autoComplete="address-line1"
        defaultValue={account.addressLine1}
        isStarred={isStarred}
      />
      <Field
        label="Address line 2"
        name="addressLine2"
        autoComplete="address-line2"
        defaultValue={account.addressLine2}
        isStarred={isStarred}
      />
      <div className="columns">
        <Field
          label="Town"
          name="town"
          autoComplete="address-level2"
          defaultValue={account.town}
          isStarred={isStarred}
        />
        <Field
          label="Postcode"
          name="postcode"
          autoComplete="postal-code"
          autoCapitalize="characters"
          defaultValue={account.postcode}
          isStarred={isStarred}
        />
      </div>
    </>
  )
}
