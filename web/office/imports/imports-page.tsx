import './import.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { ImportListed } from '#contract/office/imports.ts'
import { type ImportKind, importKinds } from '#domain/office/import-headings.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { settingsTabs } from '../business/settings-tabs.ts'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { PageHead } from '../ui/page-head.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { importsQuery, useTemplate, useUploadImport } from './import-queries.ts'

export const kindWords = {
  families: [
    'Families',
    'Parents with their children, notes and contacts. A family with three children has three lines.',
  ],
  classes: ['Classes', 'Classes with their dates. They arrive as drafts.'],
  credits: ['Credits', 'Class credits that families have left. Import the families first.'],
} as const satisfies Record<ImportKind, readonly [string, string]>

export const importStates = {
  uploaded: ['open', 'Uploaded'],
  checked: ['open', 'Checked'],
  running: ['part', 'Running'],
  done: ['good', 'Done'],
  failed: ['look', 'Stopped'],
  undone: ['off', 'Undone'],
} as const satisfies Record<ImportListed['state'], readonly [string, string]>

/** Lists imports, and starts one for each kind of file. */
export function ImportsPage() {
  const today = useToday()
  const list = useInfiniteQuery(importsQuery(useOfficeApi()))
  return (
    <>
      <PageHead title="Import" tabs={settingsTabs}>
        <p>
          Import families, classes and credits from another system. Nothing is saved before you have seen the
          result.
        </p>
      </PageHead>
      <ul className="import-kinds">
        {importKinds.map(kind => (
          <li key={kind}>
            <KindOfFile kind={kind} />
          </li>
        ))}
      </ul>
      <h2 className="above-l">Imports so far</h2>
      <DataTable
        label="Imports so far"
        list={list}
        keyOf={(run: ImportListed) => run.id}
        toOf={run => addresses.importRun({ id: run.id })}
        columns={[
          { heading: 'File', cell: run => run.fileName || 'A file' },
          { heading: 'Of', cell: run => kindWords[run.kind][0] },
          { heading: 'When', cell: run => spokenInstant(run.createdAt, today), isMoment: true },
          { heading: 'By', cell: run => run.by },
          {
            heading: 'State',
            cell: run => <StateWord is={importStates[run.state][0]}>{importStates[run.state][1]}</StateWord>,
          },
          { heading: 'Lines', isNumber: true, cell: run => run.rows.toLocaleString('en-GB') },
        ]}
        empty={{ sentence: 'Nothing has been imported yet' }}
      />
    </>
  )
}

function KindOfFile({ kind }: { kind: ImportKind }) {
  const [title, words] = kindWords[kind]
  const template = useTemplate()
  const upload = useUploadImport()
  const navigate = useNavigate()
  const take = async (file: File | undefined) => {
    if (!file) return
    const { id } = await upload.mutateAsync({ kind, file })
    navigate(addresses.importRun({ id }))
  }
  return (
    <section className="import-kind">
      <h2>{title}</h2>
      <p className="quiet">{words}</p>
      <div className="row gap-s">
        <label className="button button-secondary import-choose">
          {upload.isPending ? 'Uploading…' : 'Choose a CSV file'}
          <input
            type="file"
            accept=".csv,text/csv,.txt"
            className="sr-only"
            aria-label={`Choose a CSV file of ${title.toLowerCase()}`}
            disabled={upload.isPending}
            onChange={event => {
              const input = event.currentTarget
              void take(input.files?.[0])
                .catch(() => {})
                .finally(() => {
                  input.value = ''
                })
            }}
          />
        </label>
        <Button
          look="quiet"
          aria-label={`Template: ${title}`}
          size="small"
          isBusy={template.isPending}
          onClick={() => template.mutate({ kind })}
        >
          Template
        </Button>
      </div>
    </section>
  )
}
