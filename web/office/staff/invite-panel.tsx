import type { Role } from '#domain/office/permissions.ts'
import { sentences } from '#domain/sentences.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { filledIn, trimmed } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { RoleField } from './role-field.tsx'
import { useInvite } from './staff-queries.ts'

/** Invites somebody by mail. Their role is chosen each time. */
export function InvitePanel({ onClose }: { onClose: () => void }) {
  const invite = useInvite()
  return (
    <SidePanel title="Invite somebody" onClose={onClose}>
      <EditForm
        values={{ role: '' }}
        checks={text => [
          filledIn(text, 'email', sentences.emailRequired),
          filledIn(text, 'role', 'Please choose a role'),
        ]}
        onSave={(text, { requestId }) =>
          invite.mutateAsync({
            requestId,
            ...trimmed(text, 'email', 'fullName'),
            role: text('role') as Role,
          })
        }
        onSaved={(_saved, close) => {
          close()
          showSuccess('The invitation is on its way. It works once, for seven days')
        }}
        save="Send the invitation"
      >
        <Field label="Email" name="email" type="email" autoComplete="off" isStarred />
        <Field label="Full name" name="fullName" autoComplete="off" />
        <RoleField isNew />
      </EditForm>
    </SidePanel>
  )
}
