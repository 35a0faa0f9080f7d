import { useState } from 'react'
import type { FamilyHead } from '#contract/office/families.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select, TextArea } from '#web/ui/forms/field.tsx'
import { filledIn } from '#web/ui/forms/form.tsx'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { useGrantCredits, useUndoGrant } from './family-queries.ts'

/** Grants class credits as goodwill or a correction. Nobody is told, so it can be undone. */
export function GrantCredits({ family: { id, credits, isClosed } }: { family: FamilyHead }) {
  const mayGrant = useMay('credit.grant')
  const grant = useGrantCredits()
  const undo = useUndoGrant()
  const [isOpen, setOpen] = useState(false)
  if (!mayGrant || isClosed) return null
  return (
    <p className="no-print">
      <Button look="secondary" onClick={() => setOpen(true)}>
        Add or take credits
      </Button>
      {isOpen && (
        <SidePanel title="Add or take credits" onClose={() => setOpen(false)}>
          <EditForm
            values={{ way: 'add', credits: '1' }}
            checks={text => [
              filledIn(text, 'credits', peopleSentences.creditsGranted),
              filledIn(text, 'reason', officeSentences.sayWhy),
            ]}
            onSave={async (text, { requestId }) => {
              const count = Number(text('credits'))
              const signed = text('way') === 'take' ? -count : count
              const given = { id, credits: signed, reason: text('reason').trim(), requestId }
              return { signed, entryId: (await grant.mutateAsync(given)).entryId }
            }}
            onSaved={({ signed, entryId }, close) => {
              close()
              showUndo(wordsOf(signed), () => undo.mutateAsync({ id, entryId }))
            }}
            save="Save"
          >
            <p>
              They have {credits === 1 ? '1 credit' : `${credits} credits`}. The family sees the entry under
              Class pack, but not the reason.
            </p>
            <Select
              label="What"
              name="way"
              options={[
                { value: 'add', label: 'Add credits' },
                { value: 'take', label: 'Take credits' },
              ]}
            />
            <Field label="How many" name="credits" type="number" min={1} max={100} step={1} isStarred />
            <TextArea label="Reason" name="reason" rows={2} maxLength={500} isStarred />
          </EditForm>
        </SidePanel>
      )}
    </p>
  )
}

function wordsOf(credits: number): string {
  const count = Math.abs(credits)
  const what = count === 1 ? '1 credit was' : `${count} credits were`
  return `${what} ${credits > 0 ? 'added' : 'taken'}`
}
