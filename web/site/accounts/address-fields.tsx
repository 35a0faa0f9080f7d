import { Field } from '#web/ui/forms/field.tsx'

export const addressFields = ['addressLine1', 'addressLine2', 'town', 'postcode'] as const

/** Counts the lines of an address as one answer, because a mix of two addresses is useless. */
export const partOfAddress = (field: string): string | undefined =>
  addressFields.some(line => line === field) ? 'Address' : undefined

/** The hint for the second line, which the source documents require although many addresses lack it. */
export const noSecondLine = 'Area, village or building. If there is none, put a dash (-).'

/** The fields of an account's address. */
export function AddressFields({ isStarred }: { isStarred?: boolean }) {
  return (
    <>
      <Field label="Address line 1" name="addressLine1" autoComplete="address-line1" isStarred={isStarred} />
      <Field
        label="Address line 2"
        name="addressLine2"
        autoComplete="address-line2"
        isStarred={isStarred}
        hint={isStarred && noSecondLine}
      />
      <div className="columns">
        <Field label="Town" name="town" autoComplete="address-level2" isStarred={isStarred} />
        <Field
          label="Postcode"
          name="postcode"
          autoComplete="postal-code"
          autoCapitalize="characters"
          isStarred={isStarred}
        />
      </div>
    </>
  )
}
