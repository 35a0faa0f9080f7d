import { Plus } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import { namedOptions } from './session-words.ts'

interface ChoiceFieldProps extends Omit<ComponentProps<typeof Select>, 'options' | 'onChange' | 'value'> {
  value: number | null
  options: { id: number; name: string }[] | undefined
  /** The first option: nothing chosen. */
  nothing: string
  onChoose: (id: number | null) => void
  /** “New venue”; without it nothing can be added. */
  makes?: { label: string; onPress: () => void } | undefined
}

/** A field to choose from, with a button to create a missing option (spec 3 §2.5). */
export function ChoiceField({ value, options = [], nothing, onChoose, makes, ...select }: ChoiceFieldProps) {
  const element = useRef<HTMLDivElement>(null)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    // A new item is selected without a press. The form must hear of it, but not the choice itself, whose
    // options may still be loading.
    element.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return (
    <div ref={element} className="choice-field">
      <Select
        {...select}
        value={value ?? ''}
        onChange={event => onChoose(Number(event.currentTarget.value) || null)}
        options={[{ value: '', label: nothing }, ...namedOptions(options)]}
      />
      {makes && (
        <Button look="quiet" size="small" aria-label={makes.label} onClick={makes.onPress}>
          <Plus aria-hidden="true" className="icon" /> New
        </Button>
      )}
    </div>
  )
}
