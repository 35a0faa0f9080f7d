import { sentences } from '#domain/sentences.ts'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Dialog, useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ChildForm } from './child-form.tsx'
import type { Account } from './child-form-values.ts'
import { useSaveChild } from './queries.ts'

interface AddChildDialogProps {
  onAdded: (childId: number) => void
  onClose: () => void
}

/** The form of a new child, shown over the dialog. The saved child is then chosen in the dialog. */
export function AddChildDialog({ onAdded, onClose }: AddChildDialogProps) {
  const profile = useProfile()
  return (
    <Dialog title="Add a child" size="wide" onClose={onClose}>
      {profile.data ? (
        <NewChild account={profile.data} onAdded={onAdded} />
      ) : profile.isError ? (
        <ErrorPanel onRetry={profile.refetch} />
      ) : (
        <Loading>
          <Skeleton shape="card" />
        </Loading>
      )}
    </Dialog>
  )
}

function NewChild({ account, onAdded }: Pick<AddChildDialogProps, 'onAdded'> & { account: Account }) {
  const add = useSaveChild()
  const close = useCloseDialog()
  return (
    <ChildForm
      kind="account"
      account={account}
      onSend={add.mutateAsync}
      onSent={id => {
        showSuccess(sentences.childSaved)
        onAdded(id)
        close()
      }}
      submitLabel="Save"
    />
  )
}
