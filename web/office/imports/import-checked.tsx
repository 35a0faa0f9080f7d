import type { ImportRun } from '#contract/office/imports.ts'
import { isWholeName } from '#domain/office/import-headings.ts'
import { Button } from '#web/ui/button.tsx'
import { chosenOrders } from './import-columns.tsx'
import { ImportNames } from './import-names.tsx'
import { ImportProblems, ProblemList } from './import-problems.tsx'
import { useRunImport } from './import-queries.ts'
import { count, lines, promises } from './import-words.ts'

/** Shows the result of the check, and starts the import. */
export function ImportChecked({ run, onChange }: { run: ImportRun; onChange: () => void }) {
  const start = useRunImport()
  const columns = run.columns.map(({ readAs }) => readAs)
  const dateOrders = chosenOrders(
    columns,
    run.columns.map(({ dateOrder }) => dateOrder ?? ''),
  )
  const shown = { columns, dateOrders, policy: run.policy }
  return (
    <div className="stack">
      <p className="import-sum">
        {run.good > 0 ? `${lines(run.good)} can be imported` : 'No line can be imported yet'}
        {run.bad > 0 && `, ${lines(run.bad)} cannot`}. Nothing has been saved yet.
      </p>
      {run.promised &&
        run.good > 0 &&
        promises(run.promised, run).map(sentence => <p key={sentence}>{sentence}</p>)}
      <div className="row gap-s">
        {run.good > 0 && (
          <Button isBusy={start.isPending} onClick={() => start.mutate({ id: run.id, ...shown })}>
            {run.bad > 0
              ? `Import the ${count(run.good)} good ${run.good === 1 ? 'line' : 'lines'}`
              : `Import ${lines(run.good)}`}
          </Button>
        )}
        <Button look="secondary" onClick={onChange}>
          Change the columns
        </Button>
      </div>
      {run.warnings.length > 0 && (
        <section className="stack gap-s">
          <h2>Please look at</h2>
          <ProblemList problems={run.warnings} />
        </section>
      )}
      {run.columns.some(({ readAs }) => isWholeName(readAs)) && <ImportNames run={run} />}
      <ImportProblems run={run} />
    </div>
  )
}
