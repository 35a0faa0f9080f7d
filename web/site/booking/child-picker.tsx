import * as addresses from '#contract/addresses.ts'
import '#web/ui/field.css'
import { Check, ChevronDown, Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { child } from '#contract/children.ts'
import type { Value } from '#contract/wire.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

export type Child = Pick<Value<typeof child>, 'id' | 'firstName' | 'lastName' | 'avatar'>

interface ChildPickerProps {
  legend: string
  children: Child[]
  chosen: number[]
  onPick: (childId: number) => void
  /** A trial or a waiting list takes one child. */
  isSingle?: boolean
}

/** Spec 1 §7: the list closes so long after a pick. */
const closingDelayMilliseconds = 300

/** The chosen children as chips, over a list of them all that opens on demand. */
export function ChildPicker({ legend, children, chosen, onPick, isSingle }: ChildPickerProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLFieldSetElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    list.current?.scrollIntoView({ block: 'nearest' })
    list.current?.querySelector<HTMLElement>('input, a')?.focus({ preventScroll: true })
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
  const chosenChildren = children.filter(child => chosen.includes(child.id))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the keys and the focus of what is in it.
    <div
      className="child-picker"
      onKeyDown={event => {
        if (event.key !== 'Escape' || !isOpen) return
        // Not the dialog's Escape.
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
        ref={button}
        type="button"
        className="field-box child-box"
        aria-labelledby={`${id}-label ${id}-chosen`}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        onClick={() => (isOpen ? close(true) : setOpen(true))}
      >
        <span id={`${id}-chosen`} className="child-chips">
          {chosenChildren.length === 0 && (
            <span className="quiet">{isSingle ? 'Choose a child' : 'Choose children'}</span>
          )}
          {chosenChildren.map(child => (
            <span key={child.id} className="child-chip">
              {child.avatar && <Avatar name={child.firstName} picture={child.avatar} size="small" />}{' '}
              {child.firstName}
            </span>
          ))}
        </span>
        <ChevronDown aria-hidden="true" className="icon" />
      </button>
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
          <PageLink to={addresses.editChild()} className="child-line text-link">
            <Plus aria-hidden="true" className="icon" /> Add a child
          </PageLink>
        </fieldset>
      )}
    </div>
  )
}
