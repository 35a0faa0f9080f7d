import type { ImportProblem } from './import-cells.ts'

/** One message about one or more lines. */
interface ProblemGroup {
  column: string
  /** The message for the first line, with its number. */
  sentence: string
  /** The first lines, in order. */
  lines: number[]
  /** The number of lines. */
  count: number
}

const maxLinesShown = 10

/**
 * Groups problems with the same message, in the order of their first lines. A line counts once in a group, so
 * `problems` must be in the order of their lines. Yields before each problem, so that a long file can be worked in
 * parts.
 */
export function* groupProblems(problems: ImportProblem[]): Generator<void, ProblemGroup[]> {
  const groups = new Map<string, ProblemGroup & { lastLine: number }>()
  for (const { line, column, sentence } of problems) {
    yield
    const key = `${column} ${sentence.replace(/^Line \d+:/, '')}`
    const group = groups.get(key)
    if (!group) groups.set(key, { column, sentence, lines: [line], count: 1, lastLine: line })
    else if (group.lastLine !== line) {
      group.count += 1
      group.lastLine = line
      if (group.lines.length < maxLinesShown) group.lines.push(line)
    }
  }
  return [...groups.values()].map(({ lastLine: _, ...group }) => group)
}
