import type { ImportProblem } from './import-cells.ts'

/** The same sentence about one line or many. */
interface ProblemGroup {
  column: string
  /** About the first of its lines, which it names. */
  sentence: string
  /** The first lines, in their order. */
  lines: number[]
  /** How many lines there are. */
  count: number
}

const maxLinesShown = 10

/** Groups what is told of lines by what is told, in the order of the first lines. It can be kept waiting between two. */
export function* groupProblems(problems: ImportProblem[]): Generator<void, ProblemGroup[]> {
  const groups = new Map<string, ProblemGroup>()
  for (const { line, column, sentence } of problems) {
    yield
    const key = `${column} ${sentence.replace(/^Line \d+:/, '')}`
    const group = groups.get(key)
    if (!group) groups.set(key, { column, sentence, lines: [line], count: 1 })
    else if (group.lines.at(-1) !== line || group.count > maxLinesShown) {
      group.count += 1
      if (group.lines.length < maxLinesShown) group.lines.push(line)
    }
  }
  return [...groups.values()]
}
