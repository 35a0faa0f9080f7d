import type { ImportRun } from '#contract/office/imports.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useInvite } from '../families/family-queries.ts'
import { useQuestion } from '../ui/question.tsx'
import { ImportProblems } from './import-problems.tsx'
import { useRunImport, useUndoImport } from './import-queries.ts'
import { count } from './import-words.ts'
import { kindWords } from './imports-page.tsx'

/** Shows the result of an import, with its invitations and Undo. */
export function ImportDone({ run }: { run: ImportRun }) {
  const undo = useUndoImport()
  const start = useRunImport()
  const invite = useInvite()
  const [ask, question] = useQuestion()
  const takeBack = async () => {
    const answer = await ask({
      title: 'Undo this import?',
      facts: [[`${kindWords[run.kind][0]}: lines that are undone`, count(run.finished)]],
      children: <p>Everything is restored as it was before, if nothing from the import has been used.</p>,
      verb: 'Undo the import',
    })
    if (answer) await undo.mutateAsync({ id: run.id })
  }
  const inviteAll = async () => {
    const answer = await ask({
      title: 'Invite them?',
      facts: [['Mails', count(run.withoutPassword)]],
      children: <p>Each family is mailed a link to choose a password. Emails cannot be called back.</p>,
      verb: 'Send the invitations',
    })
    if (!answer) return
    const { invited } = await invite.mutateAsync({ importId: run.id })
    showSuccess(
      invited === 1 ? '1 invitation is on its way' : `${count(invited)} invitations are on their way`,
    )
  }
  return (
    <div className="stack">
      {run.state === 'failed' && <p role="alert">{peopleSentences.importFailed}.</p>}
      <div className="row gap-s">
        {run.state === 'failed' && (
          <Button isBusy={start.isPending} onClick={() => start.mutate({ id: run.id })}>
            Continue
          </Button>
        )}
        {run.withoutPassword > 0 && (
          <Button isBusy={invite.isPending} onClick={() => void inviteAll().catch(() => {})}>
            {run.withoutPassword === 1 ? 'Invite 1 family' : `Invite ${count(run.withoutPassword)} families`}
          </Button>
        )}
        {run.canUndo && (
          <Button look="secondary" isBusy={undo.isPending} onClick={() => void takeBack().catch(() => {})}>
            Undo the import
          </Button>
        )}
      </div>
      {question}
      <ImportProblems run={run} />
    </div>
  )
}
