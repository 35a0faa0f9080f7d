import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FamilyDetails } from '#contract/office/families.ts'
import { phoneProblem } from '#domain/office/plausible-phone.ts'
import { sentences } from '#domain/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/forms/field.tsx'
import { type Check, filledIn, type Text, trimmed } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { familyDetailsQuery, useSaveFamily } from './family-queries.ts'

/** Corrects a family's name, telephone number, address and note where they are read. */
export function EditFamily({ id }: { id: number }) {
  const mayEdit = useMay('family.edit')
  const [isOpen, setOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Edit details
      </Button>
      {isOpen && (
        <SidePanel title="Edit details" onClose={() => setOpen(false)}>
          <DetailsForm id={id} />
        </SidePanel>
      )}
    </>
  )
}

function DetailsForm({ id }: { id: number }) {
  const details = useQuery(familyDetailsQuery(useOfficeApi(), id))
  const save = useSaveFamily()
  return (
    <WithAnswer query={details}>
      {thing => (
        <EditForm
          thing={thing}
          fields={fieldsOf}
          checks={text => [
            filledIn(text, 'firstName', sentences.firstNameRequired),
            wholePhone(text, thing.mobile),
          ]}
          onSave={(text, { requestId, version = thing.version }) =>
            save.mutateAsync({ id, version, ...trimmed(text, ...detailNames), requestId })
          }
          onSaved={(_saved, close) => {
            close()
            showSuccess('Saved')
          }}
        >
          <p className="quiet">The family is told by email what was changed, but not the new values.</p>
          <FamilyFields />
        </EditForm>
      )}
    </WithAnswer>
  )
}

/** Checks the telephone number; the stored one may stay. */
export function wholePhone(text: Text, stored = ''): Check {
  const sentence = phoneProblem(text('mobile').trim(), stored)
  return { field: 'mobile', holds: sentence === '', sentence }
}

export const detailNames = [
  'firstName',
  'lastName',
  'mobile',
  'addressLine1',
  'addressLine2',
  'town',
  'postcode',
  'note',
] as const

const fieldsOf = (details: FamilyDetails) =>
  Object.fromEntries(detailNames.map(field => [field, details[field]]))

/** The fields of a family, which a new one shares. */
export const FamilyFields = () => (
  <>
    <div className="columns">
      <Field label="First name" name="firstName" autoComplete="off" isStarred />
      <Field label="Last name" name="lastName" autoComplete="off" isStarred />
    </div>
    <Field label="Telephone" name="mobile" type="tel" inputMode="tel" autoComplete="off" />
    <Field label="Address line 1" name="addressLine1" autoComplete="off" />
    <Field label="Address line 2" name="addressLine2" autoComplete="off" />
    <div className="columns">
      <Field label="Town" name="town" autoComplete="off" />
      <Field label="Postcode" name="postcode" autoComplete="off" />
    </div>
    <TextArea label="Note" name="note" rows={2} hint="The family sees it on its account page." />
  </>
)
