import { showSuccess } from '#web/ui/messages.tsx'
import { showToRing } from '../ui/show-to-ring.ts'

/** Shows how many families are told automatically, and how many guests somebody must phone. */
export function showTold({ told, toRing }: { told: number; toRing: number }, what: 'time' | 'venue'): void {
  if (told > 0)
    showSuccess(
      told === 1
        ? `The family of 1 place is told of the new ${what}`
        : `The families of ${told} places are told of the new ${what}`,
    )
  if (toRing > 0) showToRing()
}
