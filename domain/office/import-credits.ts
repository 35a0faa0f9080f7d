import { nameKey } from '../compare-text.ts'
import { type ImportLine, type ImportProblem, LineReader } from './import-cells.ts'

export interface CreditLine {
  line: number
  email: string
  credits: number
  reason: string
}

/** By what a line is known again, in the same file or when its file comes once more; a reason however it is written. */
export const creditsKey = ({ email, credits, reason }: Omit<CreditLine, 'line'>): string =>
  JSON.stringify([email, credits, nameKey(reason)])

/**
 * Reads a file of credits that families bring along (spec 3 §5.1, O-50). `known` are the addresses of accounts, `given`
 * the days on which other imports gave what. Between two lines it can be kept waiting.
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
        `the import of ${day} gave these credits. If they are others, write another reason`,
      )
    else if (reader.problems.length === 0 && twin !== undefined)
      reader.say('credits', `the same credits as line ${twin}. If they are others, write another reason`)
    problems.push(...reader.problems)
    if (reader.problems.length > 0) continue
    seen.set(key, line.line)
    good.push({ line: line.line, email, credits, reason })
  }
  return { good, problems }
}
