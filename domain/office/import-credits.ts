import { nameKey } from '../compare-text.ts'
import { type ImportProblem, LineReader } from './import-cells.ts'
import type { ImportLine } from './import-line.ts'

export interface CreditLine {
  line: number
  email: string
  credits: number
  reason: string
}

/**
 * Returns the key that recognises a line again in the same file or a later upload. The spelling of the reason does not
 * matter.
 */
export const creditsKey = ({ email, credits, reason }: Omit<CreditLine, 'line'>): string =>
  JSON.stringify([email, credits, nameKey(reason)])

/**
 * Reads a file of credits from another system (spec 3 §5.1, O-50). `known` holds the addresses of accounts, `given` the
 * days on which earlier imports granted the same credits. It yields between lines.
 */
export function* readCredits(
  lines: ImportLine[],
  known: Set<string>,
  given: Map<string, string>,
): Generator<void, { good: CreditLine[]; problems: ImportProblem[] }> {
  const good: CreditLine[] = []
  const problems: ImportProblem[] = []
  const seen = new Map<string, number>()
  for (const line of lines) {
    yield
    const reader = new LineReader(line)
    reader.required('email')
    const email = reader.email('email')
    reader.required('credits')
    const credits = reader.number('credits', 1, 500)
    const reason = reader.required('reason')
    if (reader.problems.length === 0 && !known.has(email))
      reader.say('email', `no family has the address '${email}'`)
    const key = creditsKey({ email, credits, reason })
    const day = given.get(key)
    const twin = seen.get(key)
    if (reader.problems.length === 0 && day)
      reader.say(
        'credits',
        `the import of ${day} gave these credits. If they are different credits, write another reason`,
      )
    else if (reader.problems.length === 0 && twin !== undefined)
      reader.say(
        'credits',
        `the same credits as line ${twin}. If they are different credits, write another reason`,
      )
    problems.push(...reader.problems)
    if (reader.problems.length > 0) continue
    seen.set(key, line.line)
    good.push({ line: line.line, email, credits, reason })
  }
  return { good, problems }
}
