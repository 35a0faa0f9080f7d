import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { isStillAt } from '#web/is-still-at.ts'
import { useGoBack } from '#web/navigation/go-to.ts'
import { useGoOn } from '#web/navigation/pending-action.ts'
import { useSearchParams } from '#web/navigation/router.tsx'
import { pause } from '#web/pause.ts'
import { AccountHeading } from '#web/site/accounts/account-heading.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { ChildForm } from './child-form.tsx'
import { ChildMissing } from './child-missing.tsx'
import { useChild, useRereadChild, useSaveChild } from './queries.ts'
import { WaitingClass } from './waiting-class.tsx'

/** The pause after saving (spec 2 §9). */
const backAfterMilliseconds = 500

/** Adds a child, or with an `id` edits one. */
export function EditChildPage() {
  const [search] = useSearchParams()
  const id = Number(addresses.editChild.read(search).childId)
  const profile = useProfile()
  const child = useChild(id)
  const save = useSaveChild(id)
  const reread = useRereadChild(id)
  const goBack = useGoBack()
  const goOn = useGoOn()
  if (id && !child.data) return <ChildMissing query={child} isNamed />
  if (!profile.data) return profile.isError ? <ErrorPanel onRetry={profile.refetch} /> : <PageSkeleton />

  const leave = async (childId: number, form: HTMLFormElement) => {
    showSuccess(id ? sentences.childEdited : sentences.childSaved)
    await pause(backAfterMilliseconds)
    if (!isStillAt(form, addresses.editChild)) return
    if (!id && goOn({ childId })) return
    goBack(1, id ? addresses.child({ childId }) : addresses.details())
  }
  return (
    <>
      <AccountHeading title={id ? `Edit ${child.data?.firstName}` : 'Add a child'}>
        Fields marked with a <span className="field-star">*</span> are needed.
      </AccountHeading>
      {!id && <WaitingClass />}
      <ChildForm
        key={id}
        kind="account"
        account={profile.data}
        child={id ? child.data : undefined}
        reread={id ? reread : undefined}
        onSend={save.mutateAsync}
        onSent={leave}
        submitLabel="Save"
      />
    </>
  )
}
