import { Plus } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'

interface ChoiceFieldProps extends Omit<ComponentProps<typeof Select>, 'options' | 'onChange' | 'value'> {
  value: number | null
  options: { id: number; name: string }[] | undefined
  /** The first: nothing is chosen. */
  nothing: string
  onChoose: (id: number | null) => void
  /** “New venue”; without it the choice has all that there is. */
  makes?: { label: string; onPress: () => void } | undefined
}

/** A choice, and beside it the way to make what it lacks (spec 3 §2.5). */
export function ChoiceField({ value, options = [], nothing, onChoose, makes, ...select }: ChoiceFieldProps) {
  const element = useRef<HTMLDivElement>(null)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    // What was made for it is chosen without a press: its form hears of it all the same, and the choice itself does not,
    // whose options may be on their way.
    element.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return (
    <div ref={element} className="choice-field">
      <Select
        {...select}
        value={value ?? ''}
        onChange={event => onChoose(Number(event.currentTarget.value) || null)}
        options={[
          { value: '', label: nothing },
          ...options.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {makes && (
        <Button look="quiet" size="small" aria-label={makes.label} onClick={makes.onPress}>
          <Plus aria-hidden="true" className="icon" /> New
        </Button>
      )}
    </div>
  )
}
