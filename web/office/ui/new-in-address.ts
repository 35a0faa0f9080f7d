import { useCallback } from 'react'
import { useFilters } from './office-list.ts'

/** Returns the address of a list with its form for a new item open. */
export const withNew = (list: string): string => `${list}?new=yes`

/** Whether the form for a new item is open over this list. It is in the address, so that the palette can link to it. */
export function useNewInAddress(): [isNew: boolean, open: () => void, close: () => void] {
  const [{ new: isNew }, setFilters] = useFilters({ new: '' })
  // The panel has its own history entry; this one is the list's.
  const open = useCallback(() => setFilters({ new: 'yes' }, { replace: true }), [setFilters])
  const close = useCallback(() => setFilters({ new: '' }, { replace: true }), [setFilters])
  return [isNew === 'yes', open, close]
}
