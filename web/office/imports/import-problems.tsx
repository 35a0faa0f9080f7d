import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CountedProblem, ImportRun } from '#contract/office/imports.ts'
import { Button } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { problemsQuery, useBadRows } from './import-queries.ts'
import { count, lines } from './import-words.ts'

/** Lists the lines that cannot be imported, with a button to download them. */
export function ImportProblems({ run }: { run: ImportRun }) {
  const list = useInfiniteQuery({ ...problemsQuery(useOfficeApi(), run.id), enabled: run.bad > 0 })
  const badRows = useBadRows()
  if (run.bad === 0) return null
  const problems = list.data?.pages.flatMap(page => page.items) ?? []
  return (
    <section className="stack gap-s">
      <div className="row spread">
        <h2>{run.bad === 1 ? '1 line cannot be imported' : `${count(run.bad)} lines cannot be imported`}</h2>
        <Button
          look="secondary"
          size="small"
          isBusy={badRows.isPending}
          onClick={() => badRows.mutate({ id: run.id })}
        >
          Download them to correct
        </Button>
      </div>
      {list.isError && !list.data && <NotLoaded error={list.error} onRetry={list.refetch} />}
      <ProblemList problems={problems} />
      {problems.length > 0 && (
        <div>
          <ShowMore list={list} />
        </div>
      )}
    </section>
  )
}

/** Lists each problem once, with its lines; a problem of a whole column shows the number of lines. */
export const ProblemList = ({ problems }: { problems: CountedProblem[] }): ReactNode => (
  <ul className="plain-lines">
    {problems.map(problem => (
      <li key={`${problem.column} ${problem.sentence}`}>
        {problem.sentence}
        <span className="quiet">{furtherLines(problem)}</span>
      </li>
    ))}
  </ul>
)

function furtherLines({ sentence, lines: [, ...further], count: all }: CountedProblem): string {
  if (!sentence.startsWith('Line ')) return `. ${lines(all)} ${all === 1 ? 'waits' : 'wait'} for this`
  if (all === 1) return ''
  if (all === 2) return `. The same on line ${further[0]}`
  const rest = all - 1 - further.length
  return `. The same on ${count(all - 1)} more lines: ${further.join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}`
}
