import type { Role } from '#domain/office/permissions.ts'
import { sentences } from '#domain/sentences.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { filledIn, trimmed } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useMe } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { roleOptions } from './role-words.ts'
import { useInvite } from './staff-queries.ts'

/** Returns the roles that a member may assign: a manager only front desk and teachers. */
export const useRoleOptions = () => {
  const isOwner = useMe()?.role === 'owner'
  return roleOptions.filter(({ value }) => isOwner || value === 'frontDesk' || value === 'teacher')
}

/** Invites somebody by mail, with their role preset. */
export function InvitePanel({ invitedAs = 'frontDesk', onClose }: { invitedAs?: Role; onClose: () => void }) {
  const invite = useInvite()
  return (
    <SidePanel title="Invite somebody" onClose={onClose}>
      <EditForm
        values={{ role: invitedAs }}
        checks={text => [filledIn(text, 'email', sentences.emailRequired)]}
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
        <Select label="Role" name="role" options={useRoleOptions()} />
      </EditForm>
    </SidePanel>
  )
}
