import { sentences } from '#domain/sentences.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ChildForm } from './child-form.tsx'
import { useSaveChild } from './queries.ts'

interface AddChildDialogProps {
  onAdded: (childId: number) => void
  onClose: () => void
}

/** The form of a new child, over the dialog in which the child is then chosen. */
export function AddChildDialog({ onAdded, onClose }: AddChildDialogProps) {
  const profile = useProfile()
  const add = useSaveChild()
  return (
    <Dialog title="Add a child" size="wide" onClose={onClose}>
      {profile.data ? (
        <ChildForm
          kind="account"
          account={profile.data}
          onSend={add.mutateAsync}
          onSent={id => {
            showSuccess(sentences.childSaved)
            onAdded(id)
            closeDialog()
          }}
          submitLabel="Save"
        />
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
