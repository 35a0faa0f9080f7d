import { type ImportLine, type ImportProblem, LineReader } from './import-cells.ts'

export interface CreditLine {
  line: number
  email: string
  credits: number
  reason: string
}

/**
 * Reads a file of credits that families bring along (spec 3 §5.1, O-50). `known` are the addresses of accounts. Between
 * two lines it can be kept waiting.
 */
export function* readCredits(
  lines: ImportLine[],
  known: Set<string>,
): Generator<void, { good: CreditLine[]; problems: ImportProblem[] }> {
  const good: CreditLine[] = []
  const problems: ImportProblem[] = []
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
    problems.push(...reader.problems)
    if (reader.problems.length === 0) good.push({ line: line.line, email, credits, reason })
  }
  return { good, problems }
}
