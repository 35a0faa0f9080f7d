import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'

/** Shows “Next: Sat 9 Jan →” if a day or a week is empty. */
export const NextDay = ({ day, onGo }: { day: string; onGo: (day: string) => void }) => (
  <Button look="secondary" onClick={() => onGo(day)}>
    Next: {spokenDate(day, useToday())} <span aria-hidden="true">→</span>
  </Button>
)
