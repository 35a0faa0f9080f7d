import { type ReactNode, useRef, useState } from 'react'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Details {
  yes?: string
  no?: string
  /** What it is about, under the question. */
  what?: ReactNode
}

interface Question extends Details {
  text: string
  answer: (isYes: boolean) => void
}

/**
 * `const [confirm, confirmDialog] = useConfirm()`: render `confirmDialog`, then
 * `if (await confirm('Are you sure to place this order ?'))`. Closing it is Cancel.
 */
export function useConfirm(): [
  confirm: (text: string, details?: Details) => Promise<boolean>,
  dialog: ReactNode,
] {
  const [question, setQuestion] = useState<Question>()
  const isYes = useRef(false)
  const confirm = (text: string, details?: Details) =>
    new Promise<boolean>(answer => {
      isYes.current = false
      setQuestion({ ...details, text, answer })
    })
  const finish = () => {
    setQuestion(undefined)
    question?.answer(isYes.current)
  }
  // The dialog closes by going back, so that what follows a Yes may navigate.
  const answerWith = (yes: boolean) => {
    isYes.current = yes
    closeDialog()
  }
  const dialog = question && (
    <Dialog
      title="Please confirm"
      size="small"
      shape="card"
      onClose={finish}
      footer={
        <>
          <Button look="secondary" data-begins onClick={() => answerWith(false)}>
            {question.no ?? 'Cancel'}
          </Button>
          <Button onClick={() => answerWith(true)}>{question.yes ?? 'Yes'}</Button>
        </>
      }
    >
      <p>{question.text}</p>
      {question.what}
    </Dialog>
  )
  return [confirm, dialog]
}
