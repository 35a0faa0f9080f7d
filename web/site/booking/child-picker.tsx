import '#web/ui/chip.css'
import './child-picker.css'
import { Check, ChevronDown, Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { child } from '#contract/children.ts'
import type { Value } from '#contract/wire.ts'
import { useAddChild } from '#web/site/children/add-child-here.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { useMarking } from '#web/ui/forms/field.tsx'
import { useOneTabStop } from '#web/ui/forms/one-tab-stop.ts'

export type Child = Value<typeof child>

interface ChildPickerProps {
  legend: string
  children: Child[]
  chosen: number[]
  onPick: (childId: number) => void
  /** Whether only one child can be chosen, as for a trial or a waiting list. */
  isSingle?: boolean
}

/** The maximum number of chips; more children are in a list (decision C-41). */
const maxChips = 6

/** A choice of children: chips, or a list that opens on demand. */
export function ChildPicker(given: ChildPickerProps) {
  return given.children.length > maxChips ? <ChildList {...given} /> : <ChildChips {...given} />
}

function ChildChips({ legend, children, chosen, onPick }: ChildPickerProps) {
  const id = useId()
  const marking = useMarking('children')
  return (
    <fieldset aria-describedby={`${id}-keys`} {...useOneTabStop<HTMLFieldSetElement>()}>
      <legend className="field-label">{legend}</legend>
      <p id={`${id}-keys`} className="arrow-keys">
        Arrow keys move between the children
      </p>
      <div className="child-chips">
        {children.map(child => (
          <label key={child.id} className="chip child-chip">
            <input
              {...marking.given}
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(child.id)}
              onChange={() => onPick(child.id)}
            />
            <Avatar name={`${child.firstName} ${child.lastName}`} picture={child.avatar} size="small" />
            {child.firstName}
          </label>
        ))}
        <AddChild className="chip" onAdded={onPick} />
      </div>
      {marking.note}
    </fieldset>
  )
}

/** Adds a child, who is then chosen. */
function AddChild({ className, onAdded }: { className: string; onAdded: (childId: number) => void }) {
  const addChild = useAddChild()
  return (
    <button type="button" className={className} onClick={() => addChild(onAdded)}>
      <Plus aria-hidden="true" className="icon" /> Add a child
    </button>
  )
}

/** The delay before the list closes after a choice (spec 1 §7). */
const closingDelayMilliseconds = 300

function ChildList({ legend, children, chosen, onPick, isSingle }: ChildPickerProps) {
  const id = useId()
  const marking = useMarking('children')
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLFieldSetElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    list.current?.scrollIntoView({ block: 'nearest' })
    list.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }, [isOpen])

  const close = (isFocusOurs: boolean) => {
    clearTimeout(timer.current)
    setOpen(false)
    if (isFocusOurs) button.current?.focus({ preventScroll: true })
  }
  const pick = (childId: number) => {
    onPick(childId)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => close(true), closingDelayMilliseconds)
  }
  const names = children.filter(child => chosen.includes(child.id)).map(child => child.firstName)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches keys and focus of its content.
    <div
      className="child-picker"
      onKeyDown={event => {
        if (event.key !== 'Escape' || !isOpen) return
        // Escape closes the list, not the dialog.
        event.preventDefault()
        event.stopPropagation()
        close(true)
      }}
      onBlur={event => {
        if (isOpen && !event.currentTarget.contains(event.relatedTarget)) close(false)
      }}
    >
      <span id={`${id}-label`} className="field-label">
        {legend}
      </span>
      <button
        {...marking.given}
        ref={button}
        type="button"
        className="field-box child-box"
        aria-labelledby={`${id}-label ${id}-chosen`}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        onClick={() => (isOpen ? close(true) : setOpen(true))}
      >
        <span id={`${id}-chosen`}>
          {names.join(', ') || (
            <span className="quiet">{isSingle ? 'Choose a child' : 'Choose children'}</span>
          )}
        </span>
        <ChevronDown aria-hidden="true" className="icon" />
      </button>
      {marking.note}
      {isOpen && (
        <fieldset
          ref={list}
          id={`${id}-list`}
          className="child-list"
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
        >
          {children.map(child => (
            <label key={child.id} className="child-line">
              <input
                type="checkbox"
                name="children"
                className="sr-only"
                checked={chosen.includes(child.id)}
                onChange={() => pick(child.id)}
              />
              <Avatar name={`${child.firstName} ${child.lastName}`} picture={child.avatar} size="small" />
              <span>
                {child.firstName} {child.lastName}
              </span>
              <Check aria-hidden="true" className="child-tick" />
            </label>
          ))}
          <AddChild className="child-line text-link" onAdded={onPick} />
        </fieldset>
      )}
    </div>
  )
}
