import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { readPounds } from '#domain/office/read-pounds.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { atMostBack } from '#domain/settlement.ts'
import { TextArea } from '#web/ui/forms/field.tsx'
import { type Check, readForm, type Text, useFormReading } from '#web/ui/forms/form.tsx'

export const Reason = () => <TextArea label="Reason" name="reason" rows={2} maxLength={500} isStarred />

export const checkReason = (text: Text): Check => ({
  field: 'reason',
  holds: saysWhy(text('reason').trim()),
  sentence: officeSentences.sayWhy,
})

/** Checks the field `pence`: pounds that can be read, at least a penny, and no more than is left. */
export function checkMoney(text: Text, maxPence: number, leastPence = 1): Check[] {
  const pence = readPounds(text('pence'))
  const check = (holds: boolean, sentence: string) => ({ field: 'pence', holds, sentence })
  return [
    check(pence !== undefined, officeSentences.priceLike),
    check(pence === undefined || pence >= leastPence, cancelSentences.leastPence),
    check(pence === undefined || pence <= maxPence, atMostBack(maxPence)),
  ]
}

/** Holds fields of a form, and reads them: at first, after every input, and when other fields have appeared. */
export function FromFields({
  onRead,
  children,
}: {
  onRead: (text: Text, form: HTMLFormElement) => void
  children: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  const last = useRef('')
  const read = useCallback(
    (text: Text) => {
      const form = element.current?.closest('form')
      const now = form ? JSON.stringify([...new FormData(form)]) : ''
      if (!form || now === last.current) return
      last.current = now
      onRead(text, form)
    },
    [onRead],
  )
  useFormReading(element, read)
  useEffect(() => {
    const form = element.current?.closest('form')
    if (form) read(readForm(form))
  })
  return (
    <div ref={element} className="stack">
      {children}
    </div>
  )
}
