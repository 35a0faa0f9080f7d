import { type ReactNode, Suspense, use, useEffect, useState } from 'react'

/** What waits for its turn, once the page around it has been taken over. */
const waiting: (() => void)[] = []

/** Whether a page that the server has drawn is still being taken over. */
export const isComing = (): boolean =>
  typeof document !== 'undefined' && 'coming' in document.documentElement.dataset

/**
 * A part of a drawn page that is taken over in a task of its own: all of a page at once would hold a slow phone up for
 * longer than a finger does (record 081). It is one element, without a `useId`: those are counted as they are taken over.
 * What a hook in it says may not have changed by then in an attribute: such as today's date is handed to it.
 */
export function InTurn({ children }: { children: ReactNode }) {
  // What has come meanwhile, it is given once it has been taken over as it was drawn.
  const [asDrawn] = useState(children)
  const [turn] = useState(() =>
    isComing() ? new Promise<void>(resolve => waiting.push(resolve)) : undefined,
  )
  const [isWaiting, setWaiting] = useState(turn !== undefined)
  return (
    <Suspense>
      <Part turn={turn} onTakenOver={() => setWaiting(false)}>
        {isWaiting ? asDrawn : children}
      </Part>
    </Suspense>
  )
}

interface PartProps {
  turn: Promise<void> | undefined
  onTakenOver: () => void
  children: ReactNode
}

function Part({ turn, onTakenOver, children }: PartProps) {
  if (turn) use(turn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is taken over once.
  useEffect(onTakenOver, [])
  return children
}

/** Takes over what waits, one task each, and then does what waits for all of it. */
export function takeTurns(atLast: () => void): void {
  setTimeout(() => {
    const next = waiting.shift()
    if (!next) return atLast()
    next()
    takeTurns(atLast)
  })
}
