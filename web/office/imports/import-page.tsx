import '../ui/thing.css'
import './import.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { ImportRun } from '#contract/office/imports.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { useQuestion } from '../ui/question.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { ImportChecked } from './import-checked.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportDone } from './import-done.tsx'
import { importQuery, useDeleteImport } from './import-queries.ts'
import { announcementOf, count, lines } from './import-words.ts'
import { importStates, kindWords } from './imports-page.tsx'

/** Shows one import step by step: its columns, its problems, and its result. */
export function ImportPage() {
  const { id } = useAddressOf(addresses.importRun)
  const today = useToday()
  const found = useQuery(importQuery(useOfficeApi(), Number(id)))
  const isSlow = useDelayed(found.isPending)
  const [isChanging, setChanging] = useState(false)
  if (!found.data) {
    if (found.isError) return <NotLoaded error={found.error} onRetry={found.refetch} level={1} />
    return isSlow ? <ListSkeleton count={8} shape="row" /> : null
  }
  const run = found.data
  const [shape, word] = importStates[run.state]
  const isAtColumns = run.state === 'uploaded' || (run.state === 'checked' && isChanging)
  return (
    <>
      <PageHead title={`Import ${kindWords[run.kind][0].toLowerCase()}`}>
        <p className="row gap-m">
          <StateWord is={shape}>{word}</StateWord>
          <span>
            {run.fileName}, {lines(run.rows)}, {run.encoding}, {run.by}, {spokenInstant(run.createdAt, today)}
          </span>
        </p>
      </PageHead>
      <p role="status" className="import-sum">
        {announcementOf(run)}
      </p>
      {isAtColumns && <ImportColumns key={run.state} run={run} onChecked={() => setChanging(false)} />}
      {run.state === 'checked' && !isChanging && (
        <ImportChecked run={run} onChange={() => setChanging(true)} />
      )}
      {run.state === 'running' && <Running run={run} />}
      {(run.state === 'done' || run.state === 'failed') && <ImportDone run={run} />}
      {run.state === 'undone' && (
        <p>
          <PageLink to={addresses.importing()}>Start another import</PageLink>
        </p>
      )}
      {run.canDelete && <DeleteFile run={run} />}
    </>
  )
}

const Running = ({ run }: { run: ImportRun }): ReactNode => (
  <div className="stack gap-s">
    <p>
      {count(run.finished)} of {lines(run.good)}
    </p>
    <progress
      className="import-progress"
      max={Math.max(1, run.good)}
      value={run.finished}
      aria-label="Imported so far"
    />
  </div>
)

/** Deletes a file of people's data as soon as it is no longer needed, instead of after a month. */
function DeleteFile({ run }: { run: ImportRun }) {
  const remove = useDeleteImport()
  const navigate = useNavigate()
  const [ask, question] = useQuestion()
  const wasImported = run.state === 'done'
  const press = async () => {
    const answer = await ask({
      title: 'Delete this file?',
      facts: [
        ['File', run.fileName || 'A file'],
        ['Lines', count(run.rows)],
      ],
      children: (
        <p>
          {wasImported
            ? 'What was imported stays. The lines that were left out can no longer be downloaded.'
            : 'Nothing from it has been imported. You can upload it again.'}
        </p>
      ),
      verb: 'Delete the file',
    })
    if (!answer) return
    await remove.mutateAsync({ id: run.id })
    if (!wasImported) navigate(addresses.importing())
    showSuccess('The file was deleted')
  }
  return (
    <div className="above-l">
      <Button
        look="quiet"
        size="small"
        isBusy={remove.isPending}
        onClick={() => void press().catch(() => {})}
      >
        Delete the file
      </Button>
      {question}
    </div>
  )
}
