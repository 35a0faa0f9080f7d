import type { ReactNode } from 'react'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from '#web/ui/button.tsx'
import { useAsking } from './asking.ts'
import { Dialog } from './dialog.tsx'

interface Details {
  yes?: string
  no?: string
  /** The subject, under the question. */
  what?: ReactNode
}

interface Question extends Details {
  text: string
}

/**
 * Asks a yes/no question: render `confirmDialog`, then `if (await confirm('Are you sure to place this order
 * ?'))`. Closing it is Cancel.
 */
export function useConfirm(): [
  confirm: (text: string, details?: Details) => Promise<boolean>,
  dialog: ReactNode,
] {
  const { question, ask, answer, onClose } = useAsking<Question, true>()
  const confirm = async (text: string, details?: Details) => (await ask({ ...details, text })) === true
  const dialog = question && (
    <Dialog
      title="Please confirm"
      size="small"
      shape="card"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" data-begins onClick={closeDialog}>
            {question.no ?? 'Cancel'}
          </Button>
          <Button onClick={() => answer(true)}>{question.yes ?? 'Yes'}</Button>
        </>
      }
    >
      <p>{question.text}</p>
      {question.what}
    </Dialog>
  )
  return [confirm, dialog]
}
