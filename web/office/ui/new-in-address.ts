import { useCallback } from 'react'
import { useFilters } from './office-list.ts'

/** The address of a list with the form for one more over it. */
export const withNew = (list: string): string => `${list}?new=yes`

/** Whether the form for one more is open over this list. It stands in the address, so that the palette leads to it. */
export function useNewInAddress(): [isNew: boolean, open: () => void, close: () => void] {
  const [{ new: isNew }, setFilters] = useFilters({ new: '' })
  // The panel has an entry of its own: this one is that of the list below.
  const open = useCallback(() => setFilters({ new: 'yes' }, { replace: true }), [setFilters])
  const close = useCallback(() => setFilters({ new: '' }, { replace: true }), [setFilters])
  return [isNew === 'yes', open, close]
}
