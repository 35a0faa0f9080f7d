import type { ListName } from '#contract/office/catalogue.ts'
import { useQuestion } from '#web/office/ui/question.tsx'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { mayLeave } from '#web/ui/forms/leave-guard.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { type Thing, useRemoveThing } from './catalogue-queries.ts'
import { listedForms } from './listed-forms.ts'
import { nameOf } from './thing-state.ts'

export function RemoveButton({ list, thing }: { list: ListName; thing: Thing }) {
  const { one } = listedForms[list]
  const [ask, question] = useQuestion()
  const remove = useRemoveThing()
  const closePanel = useCloseDialog()
  const askToRemove = async () => {
    const { id, version } = thing
    if (!(await ask({ title: `Remove “${nameOf(thing)}”?`, verb: `Remove the ${one}` }))) return
    // If removing fails, the typed changes stay.
    if (!(await mayLeave(() => remove.mutateAsync({ list, id, version })))) return
    showSuccess(`“${nameOf(thing)}” was removed`)
    closePanel()
  }
  return (
    <>
      <Button
        look="quiet"
        size="small"
        className="above-l"
        isBusy={remove.isPending}
        onClick={() => void askToRemove().catch(() => {})}
      >
        Remove this {one}
      </Button>
      {question}
    </>
  )
}
