import type { FamilyHead } from '#contract/office/families.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useMay } from '../office-session.ts'
import { spokenInstant } from '../ui/moments.ts'
import { useQuestion } from '../ui/question.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useFreezeFamily, useThawFamily } from './family-queries.ts'

/** Freezes a family, so that it can neither log in nor book, or lets it in again. */
export function FreezeFamily({ family: { id, frozen } }: { family: FamilyHead }) {
  const mayFreeze = useMay('family.merge')
  const freeze = useFreezeFamily()
  const thaw = useThawFamily()
  const [ask, question] = useQuestion()
  if (!mayFreeze) return null
  const press = async () => {
    const answer = await ask({
      title: 'Freeze this family?',
      children: (
        <p>
          They are logged out everywhere, and can neither log in nor book nor be offered a place until you let
          them in again. Their places stay. No email is sent.
        </p>
      ),
      verb: 'Freeze the family',
      wantsReason: true,
    })
    if (!answer) return
    await freeze.mutateAsync({ id, reason: answer.reason })
    showSuccess('The family is frozen')
  }
  const undo = async () => {
    await thaw.mutateAsync({ id })
    showSuccess('The family can log in and book again')
  }
  return (
    <>
      <Button
        look="secondary"
        isBusy={freeze.isPending || thaw.isPending}
        onClick={() => void (frozen ? undo() : press()).catch(() => {})}
      >
        {frozen ? 'Let them in again' : 'Freeze'}
      </Button>
      {question}
    </>
  )
}

/** Says under the family's name that it is frozen, and why. */
export function FrozenLine({ frozen }: { frozen: FamilyHead['frozen'] }) {
  const today = useToday()
  if (!frozen) return null
  return (
    <p>
      <StateWord is="look">Frozen</StateWord> by {frozen.by}, {spokenInstant(frozen.at, today)}:{' '}
      {frozen.reason}
    </p>
  )
}
