import { dialledNumber } from '#domain/email-address.ts'
import { sentences } from '#domain/sentences.ts'
import { useLocation } from '#web/navigation/router.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { namesInOne } from '#web/ui/names-in-one.ts'
import { withNewMobile } from './contact-mobiles.ts'
import { useChildren, useNewMobile } from './queries.ts'

/** Offers a newly saved mobile to the children whose emergency contact still has the old number. */
export function NewMobile() {
  const { mobileBefore = '' } = (useLocation().state ?? {}) as { mobileBefore?: string }
  const { data: children = [] } = useChildren()
  const mobile = useProfile().data?.mobile ?? ''
  const save = useNewMobile(mobileBefore, mobile)
  const isNew = mobileBefore && dialledNumber(mobileBefore) !== dialledNumber(mobile)
  const behind = isNew ? withNewMobile(children, mobileBefore, mobile) : []
  if (behind.length === 0) return null
  const names = namesInOne(behind.map(({ child }) => child.firstName))
  return (
    <section aria-label="Emergency contacts" className="hint-box stack gap-s">
      <p>In an emergency we would still call your old number, {mobileBefore}, for:</p>
      <ul className="strong">
        {behind.map(({ child }) => (
          <li key={child.id}>
            {child.firstName} {child.lastName}
          </li>
        ))}
      </ul>
      <div>
        <Button
          isBusy={save.isPending}
          onClick={() => save.mutate(undefined, { onSuccess: () => showSuccess(sentences.childEdited) })}
        >
          Use {mobile} for {names} too
        </Button>
        <FailureNote error={save.error} act="save" />
      </div>
    </section>
  )
}
