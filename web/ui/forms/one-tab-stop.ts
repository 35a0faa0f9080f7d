import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'

/**
 * Makes the controls in an element one tab stop, which is at first the chosen control. Arrows, Home and End move
 * between the controls; up and down go to the next row.
 */
export function useOneTabStop<Of extends HTMLElement>() {
  const element = useRef<Of>(null)
  const latest = useRef<Element>(undefined)
  const tellStop = () => {
    const all = controlsIn(element.current)
    const stop = all.find(one => one === latest.current) ?? all.find(one => one.matches(':checked')) ?? all[0]
    for (const one of all) one.tabIndex = one === stop ? 0 : -1
  }
  // Runs after each render, because controls come, go and are disabled.
  useEffect(tellStop)
  return {
    ref: element,
    onFocus: ({ target }: FocusEvent<Of>) => {
      latest.current = target
      tellStop()
    },
    onKeyDown: (event: KeyboardEvent<Of>) => {
      const all = controlsIn(event.currentTarget)
      const next = nextOf(all, all.indexOf(event.target as HTMLElement), event.key)
      if (next === undefined) return
      event.preventDefault()
      next.focus()
    },
  }
}

const controlsIn = (element: HTMLElement | null) => [
  ...(element?.querySelectorAll<HTMLElement>(':is(input, button):not(:disabled)') ?? []),
]

/** Returns the control that a key leads to, the same one at an end; undefined for any other key. */
function nextOf(all: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const from = all[at]
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key === 'ArrowLeft') return all[at - 1] ?? from
  if (key === 'ArrowRight') return all[at + 1] ?? from
  if (!from || (key !== 'ArrowUp' && key !== 'ArrowDown')) return undefined
  const { top, left } = from.getBoundingClientRect()
  const rowsBelow = (one: HTMLElement) =>
    (one.getBoundingClientRect().top - top) * (key === 'ArrowDown' ? 1 : -1)
  const ahead = all.filter(one => rowsBelow(one) > sameRowPixels)
  const nearest = Math.min(...ahead.map(rowsBelow))
  const distance = (one: HTMLElement) => Math.abs(one.getBoundingClientRect().left - left)
  const row = ahead.filter(one => rowsBelow(one) <= nearest + sameRowPixels)
  return row.toSorted((a, b) => distance(a) - distance(b))[0] ?? from
}

const sameRowPixels = 12
