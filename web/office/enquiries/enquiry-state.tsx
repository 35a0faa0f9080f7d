import type { Enquiry } from '#contract/office/enquiries.ts'
import { StateWord } from '../ui/state-word.tsx'
import { enquiryStates } from './enquiry-words.ts'

const daysUntilLate = 2

/** The state of an enquiry, and how long it has waited for us. */
export function StateOf({ enquiry: { state, waitedDays } }: { enquiry: Enquiry }) {
  const [shape, word] = enquiryStates[state]
  const isLate = waitedDays >= daysUntilLate
  return (
    <span className={isLate ? 'enquiry-late' : undefined}>
      <StateWord is={isLate ? 'look' : shape}>
        {word}
        {waitedDays > 0 && `, ${waitedDays} working ${waitedDays === 1 ? 'day' : 'days'}`}
      </StateWord>
    </span>
  )
}
