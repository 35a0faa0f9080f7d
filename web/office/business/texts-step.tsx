import * as addresses from '#contract/office/addresses.ts'
import { siteTexts } from '#contract/office/site-texts.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { showNote, showSuccess } from '#web/ui/messages.tsx'
import { useDraftTexts } from './business-queries.ts'

export function TextsStep() {
  const draft = useDraftTexts()
  const write = async () => {
    const { drafted } = await draft.mutateAsync()
    if (drafted > 0) showSuccess('The drafts are written')
    else showNote('Your texts stay as they are')
  }
  return (
    <div className="row">
      <Button look="secondary" isBusy={draft.isPending} onClick={() => void write().catch(() => {})}>
        Write drafts
      </Button>
      {siteTexts
        .filter(({ isLaw }) => isLaw)
        .map(({ area, key, label }) => (
          <LinkButton key={key} look="secondary" to={`${addresses.texts()}?open=${area}.${key}`}>
            {label}
          </LinkButton>
        ))}
    </div>
  )
}
