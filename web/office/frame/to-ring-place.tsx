import { lazy, Suspense } from 'react'
import { closeToRing, useToRing } from '../ui/show-to-ring.ts'

const ToRingDialog = lazy(() =>
  import('../orders/to-ring.tsx').then(file => ({ default: file.ToRingDialog })),
)

/** Rendered once, below every page: shows who has to be rung after an action. */
export function ToRingPlace() {
  const number = useToRing()
  if (number === undefined) return null
  return (
    <Suspense fallback={null}>
      <ToRingDialog number={number} onClose={closeToRing} />
    </Suspense>
  )
}
