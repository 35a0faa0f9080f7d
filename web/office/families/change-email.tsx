import { useState } from 'react'
import type { FamilyHead } from '#contract/office/families.ts'
import { sentences } from '#domain/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { filledIn } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { useChangeEmail } from './family-queries.ts'

/**
 * Changes a family's address if it can no longer read its mail or mistyped it. Other families change it
 * themselves.
 */
export function ChangeEmail({ family: { id, email, hasPassword } }: { family: FamilyHead }) {
  const mayEdit = useMay('family.edit')
  const change = useChangeEmail()
  const [isOpen, setOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Change email address
      </Button>
      {isOpen && (
        <SidePanel title="Change email address" onClose={() => setOpen(false)}>
          <EditForm
            values={{ email }}
            checks={text => [filledIn(text, 'email', sentences.emailRequired)]}
            onSave={(text, { requestId }) =>
              change.mutateAsync({ id, before: email, email: text('email').trim(), requestId })
            }
            onSaved={(_saved, close) => {
              close()
              showSuccess('The address was changed. Both were told')
            }}
            save="Change the address"
          >
            <p>
              Be sure whom you speak to. They are logged out everywhere, and both addresses are told. For
              seven days{hasPassword && ', or until the old address agrees,'} the site does not show their
              children’s medical and allergy notes
              {hasPassword && ', and a forgotten password cannot be set again'}.
              {hasPassword && ' From the old address the account can be taken back until then.'}
            </p>
            <Field label="Email" name="email" type="email" autoComplete="off" isStarred />
          </EditForm>
        </SidePanel>
      )}
    </>
  )
}
