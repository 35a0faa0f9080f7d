import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'
import type { Check, Text } from '#web/ui/forms/form.tsx'

/** How money goes back. */
interface RefundChoice {
  method: 'card' | 'cash' | 'bank' | 'other'
  reference: string
}

export const wayWords = {
  card: 'to the card',
  cash: 'in cash',
  bank: 'by bank transfer',
  other: 'another way',
  hand: 'by hand',
} as const satisfies Record<RefundChoice['method'] | 'hand', string>

const byHand = ['cash', 'bank', 'other'] as const

/** Reads the fields of RefundWay. */
export const wayOf = (text: Text): RefundChoice => ({
  method: text('method') as RefundChoice['method'],
  reference: text('reference').trim(),
})

/** Checks that a refund by hand has a reference. */
export const checkWay = (text: Text): Check => ({
  field: 'reference',
  holds: text('method') === 'card' || text('reference').trim() !== '',
  sentence: cancelSentences.referenceRequired,
})

/** The fields for how money is refunded: to the card, or by hand with a reference. */
export function RefundWay({ method, withoutCard = false }: { method: string; withoutCard?: boolean }) {
  const methods = withoutCard ? byHand : (['card', ...byHand] as const)
  return (
    <div className="money-back-choice">
      <Select
        label="Money goes back"
        name="method"
        options={methods.map(value => ({ value, label: wayWords[value] }))}
      />
      {method !== 'card' && (
        <Field
          label="Receipt number or reference"
          name="reference"
          autoComplete="off"
          maxLength={100}
          isStarred
        />
      )}
    </div>
  )
}
