import { ageWords, isMeantFor, monthsOld } from '#domain/ages.ts'
import { usePractical } from '#web/site/offerings/queries.ts'

interface AgeHintProps {
  session: { offeringId: number; date: string }
  children: { firstName: string; dateOfBirth: string }[]
  /** Advice below the hint. */
  advice?: string
}

/** A hint that something is meant for older or younger children. Nothing is refused (decision E-26). */
export function AgeHint({ session, children, advice = '' }: AgeHintProps) {
  const { data: meantFor } = usePractical(session.offeringId)
  const words = children
    .map(child => ({ ...child, months: monthsOld(child.dateOfBirth, session.date) }))
    .filter(({ months }) => meantFor && !isMeantFor(meantFor, months))
    .map(({ firstName, months }) => `${firstName} will be ${ageWords(months)}`)
  return (
    <p role="status" className={words.length > 0 ? 'hint-box' : undefined}>
      {words.length > 0 && `${words.join(', ')}. This is meant for “${meantFor?.ages}”. ${advice}`.trim()}
    </p>
  )
}
