import { type ReactNode, useRef, useState } from 'react'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Answers {
  yes: string
  no: string
}

interface Question {
  text: string
  answers: Answers
  answer: (isYes: boolean) => void
}

/**
 * `const [confirm, confirmDialog] = useConfirm()`: render `confirmDialog`, then
 * `if (await confirm('Are you sure to place this order ?'))`. Closing it is Cancel.
 */
export function useConfirm(): [
  confirm: (text: string, answers?: Answers) => Promise<boolean>,
  dialog: ReactNode,
] {
  const [question, setQuestion] = useState<Question>()
  const isYes = useRef(false)
  const confirm = (text: string, answers: Answers = { yes: 'Yes', no: 'Cancel' }) =>
    new Promise<boolean>(answer => {
      isYes.current = false
      setQuestion({ text, answers, answer })
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
          <Button look="secondary" onClick={() => answerWith(false)}>
            {question.answers.no}
          </Button>
          <Button onClick={() => answerWith(true)}>{question.answers.yes}</Button>
        </>
      }
    >
      <p>{question.text}</p>
    </Dialog>
  )
  return [confirm, dialog]
}
