import { useState } from 'react'
import type { Value } from '#contract/office/office-call.ts'
import type { childNotes } from '#contract/office/registers.ts'
import { Button } from '#web/ui/button.tsx'
import { useQuestion } from '../ui/question.tsx'
import { useReadNotes } from './family-queries.ts'

/** It stands where the button was that had the focus. */
const takeFocus = (list: HTMLElement | null) => list?.focus()

/** “Show medical notes”: asks why, since who, when and why stand in the log; what was opened is gone with the page. */
export function ReadNotes({
  of: children,
  onOpened,
}: {
  of: { id: number; name: string }[]
  onOpened?: () => void
}) {
  const [ask, question] = useQuestion()
  const readNotes = useReadNotes()
  const [opened, setOpened] = useState<Value<typeof childNotes>[]>()
  const open = async () => {
    const answer = await ask({
      title: 'Show medical notes?',
      facts: [['Children', children.length]],
      children: <p>That you read them, when and why is written down.</p>,
      verb: 'Show the notes',
      wantsReason: true,
    })
    if (!answer) return
    setOpened(await readNotes.mutateAsync({ childIds: children.map(({ id }) => id), reason: answer.reason }))
    onOpened?.()
  }
  if (!opened) {
    return (
      <>
        <Button
          look="secondary"
          size="small"
          className="no-print"
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
