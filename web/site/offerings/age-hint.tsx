import { ageWords, isMeantFor, monthsOld } from '#domain/ages.ts'
import { ageProblem } from '#domain/class-rules.ts'
import { usePractical } from './queries.ts'

interface AgeHintProps {
  session: { offeringId: number; date: string }
  children: { firstName: string; dateOfBirth: string }[]
  /** Advice below the hint. */
  advice?: string
  /** Whether it also says that the class refuses a child. Where there is a preview, `RuleHint` says it. */
  saysRule?: boolean
}

/** A hint that something is meant for older or younger children: advice, or the class's rule (decision E-26). */
export function AgeHint({ session, children, advice = '', saysRule = false }: AgeHintProps) {
  const { data: meantFor } = usePractical(session.offeringId)
  if (meantFor?.refusesOtherAges) {
    const problems = children.map(child => ageProblem(meantFor, child, session.date)).filter(Boolean)
    return <RuleHint problem={saysRule ? problems.join(' ') : ''} />
  }
  const words = children
    .map(child => ({ ...child, months: monthsOld(child.dateOfBirth, session.date) }))
    .filter(({ months }) => meantFor && !isMeantFor(meantFor, months))
    .map(({ firstName, months }) => `${firstName} will be ${ageWords(months)}`)
  return <RuleHint problem={words.length > 0 ? sayAdvice(words, meantFor?.ages, advice) : ''} />
}

const sayAdvice = (words: string[], ages = '', advice: string) =>
  `${words.join(', ')}. This is meant for “${ages}”. ${advice}`.trim()

/** A hint that the class does not take one of the chosen people. */
export const RuleHint = ({ problem = '' }: { problem?: string | undefined }) => (
  <p role="status" className={problem ? 'hint-box' : undefined}>
    {problem}
  </p>
)
