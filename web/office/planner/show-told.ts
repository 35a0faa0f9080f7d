import { ringThem } from '#domain/office/planner-sentences.ts'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'

/** Who is told by itself, and that somebody has to ring the others. */
export function showTold({ told, toRing }: { told: number; toRing: number }, what: 'time' | 'venue'): void {
  if (told > 0)
    showSuccess(
      told === 1
        ? `The family of 1 place is told of the new ${what}`
        : `The families of ${told} places are told of the new ${what}`,
    )
  if (toRing > 0) showProblem(ringThem(toRing))
}
