import { onlineManager } from '@tanstack/react-query'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { officeSentences } from '#domain/office/sentences.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)

/** Whether this browser has a connection. Without one a query waits, and goes on by itself. */
const useIsOnline = () => useSyncExternalStore(subscribe, () => onlineManager.isOnline())

/** Shows that a list is loading, or that it waits for a connection, which may take long. */
export const ListLoading = (shape: ComponentProps<typeof ListSkeleton>) =>
  useIsOnline() ? <ListSkeleton {...shape} /> : <EmptyState title={officeSentences.comesLater} />
