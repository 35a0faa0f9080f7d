import { useState } from 'react'
import type { Value } from '#contract/office/office-call.ts'
import type { childNotes } from '#contract/office/registers.ts'
import { Button } from '#web/ui/button.tsx'
import { useQuestion } from '../ui/question.tsx'
import { useReadNotes } from './family-queries.ts'

/** Reasons to choose from, because nobody types in an emergency. */
const usualReasons = [
  'Emergency',
  'Accident or illness in class',
  'A parent asked',
  'Planning a class or camp',
]

/** Moves the focus to the list, which replaces the focused button. */
const takeFocus = (list: HTMLElement | null) => list?.focus()

/**
 * Shows “Show medical notes” for one child or a whole register. Asks for a reason, because the log records
 * who read them, when and why. The notes disappear with the page.
 */
export function ReadNotes({
  of: children,
  onOpened,
}: {
  of: { id: number; name: string }[]
  /** Called to show the notes elsewhere; without it they are shown here. */
  onOpened?: (notes: Value<typeof childNotes>[]) => void
}) {
  const [ask, question] = useQuestion()
  const readNotes = useReadNotes()
  const [opened, setOpened] = useState<Value<typeof childNotes>[]>()
  const [first, ...others] = children
  const whose = first && others.length === 0 ? ` of ${first.name}` : ''
  const open = async () => {
    const answer = await ask({
      title: `Show medical notes${whose}?`,
      facts: [['Children', children.length]],
      children: <p>The log will say that you read them, when and why. A usual reason opens them at once.</p>,
      verb: 'Show the notes',
      wantsReason: true,
      reasons: usualReasons,
    })
    if (!answer) return
    const notes = await readNotes.mutateAsync({
      childIds: children.map(({ id }) => id),
      reason: answer.reason,
    })
    if (onOpened) onOpened(notes)
    else setOpened(notes)
  }
  if (!opened) {
    return (
      <>
        <Button
          look="secondary"
          size="small"
          className="no-print"
          aria-label={`Show medical notes${whose}`}
          isBusy={readNotes.isPending}
          onClick={() => void open().catch(() => {})}
        >
          Show medical notes
        </Button>
        {question}
      </>
    )
  }
  return (
    <dl ref={takeFocus} tabIndex={-1} aria-label="Medical notes" className="opened-notes">
      {opened.map(({ childId, medical, allergy }) => (
        <div key={childId}>
          <dt>{children.find(({ id }) => id === childId)?.name}</dt>
          <dd>Allergy: {allergy || 'not told'}</dd>
          <dd>Medical: {medical || 'not told'}</dd>
        </div>
      ))}
    </dl>
  )
}
