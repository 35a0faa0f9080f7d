import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { fillInForm } from '#web/ui/forms/form.tsx'
import { useOfficeApi } from '../office-api.ts'
import type { Change } from '../ui/kept-state.tsx'
import { type Around, fillIn, type NewClassState, type Typed, typedOf } from './new-class-state.ts'
import { type Usual, usualQuery } from './planner-queries.ts'

/**
 * Fills in a new class's form from the last class of its type, where nobody has chosen or typed anything else. Returns
 * the name of that type, once there is such a class.
 */
export function useUsualSettings(
  box: RefObject<HTMLElement | null>,
  { typeId, venueId, filled }: NewClassState,
  changeForm: Change<NewClassState>,
  around: Around,
  /** The settings that the form began with. */
  begun: Usual | undefined,
): string | undefined {
  const chosenVenue = venueId === filled.venueId ? null : venueId
  const { data } = useQuery(usualQuery(useOfficeApi(), typeId, chosenVenue))
  const apply = (usual: Usual) => {
    const form = box.current?.querySelector('form')
    if (!form) return
    let was: Typed | undefined
    // Rendered at once, because otherwise the field for the price of a trial does not exist yet.
    flushSync(() =>
      changeForm(state => {
        was = state.filled.typed
        return fillIn(state, usual, around)
      }),
    )
    const isFree = (name: string) => new FormData(form).get(name) === was?.[name as keyof Typed]
    fillInForm(
      form,
      Object.fromEntries(Object.entries(typedOf(usual, usual.ageRange)).filter(([name]) => isFree(name))),
    )
  }
  const applyLatest = useRef(apply)
  useEffect(() => {
    applyLatest.current = apply
  })
  useEffect(() => {
    // Queued until after this render, because React cannot render the form at once during it.
    if (data && data !== begun) queueMicrotask(() => applyLatest.current(data))
  }, [data, begun])
  return data ? around.choices.types.find(({ id }) => id === typeId)?.name : undefined
}
