import './field.css'
import './chip-group.css'
import type { ReactNode } from 'react'

export interface Chip<Id extends string | number> {
  id: Id
  label: ReactNode
  isDisabled?: boolean
}

interface ChipGroupProps<Id extends string | number> {
  legend: ReactNode
  /** For the reader of a screen alone. */
  hidesLegend?: boolean
  chips: readonly Chip<Id>[]
  chosen: readonly Id[]
  onToggle: (id: Id, isChosen: boolean) => void
  /** One at a time: radio buttons instead of tick boxes. */
  isSingle?: boolean
  name: string
}

/** Chips that toggle: native tick boxes (or radio buttons) in a fieldset. */
export function ChipGroup<Id extends string | number>({
  legend,
  hidesLegend,
  chips,
  chosen,
  onToggle,
  isSingle,
  name,
}: ChipGroupProps<Id>) {
  return (
    <fieldset>
      <legend className={hidesLegend ? 'sr-only' : 'field-label'}>{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {chips.map(chip => (
          <label key={chip.id} className="chip">
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={name}
              value={chip.id}
              checked={chosen.includes(chip.id)}
              disabled={chip.isDisabled}
              onChange={event => onToggle(chip.id, event.currentTarget.checked)}
              className="sr-only"
            />
            {chip.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
