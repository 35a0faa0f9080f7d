import { useRef } from 'react'
import { closeDialog } from '#web/navigation/layers.ts'
import { ListedForm } from '../catalogue/listed-form.tsx'
import { listedForms } from '../catalogue/listed-forms.ts'
import { InvitePanel } from '../staff/invite-panel.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { TermPanel } from './term-panel.tsx'

/** What a class may lack while it is being made. */
export type Lacking =
  | { list: 'types' | 'venues' | 'ages' }
  | { list: 'rooms'; venueId: number }
  | { list: 'terms' | 'teachers' }

/** The form of what is lacking, beside the class's; what was made is chosen when it closes. */
export function NewChoice({
  lacking,
  onMade,
  onClose,
}: {
  lacking: Lacking
  onMade: (id: number) => void
  onClose: () => void
}) {
  const made = useRef<number>(undefined)
  const take = ({ id }: { id: number }) => {
    made.current = id
    closeDialog()
  }
  const close = () => {
    onClose()
    if (made.current !== undefined) onMade(made.current)
  }
  // Whoever is invited teaches from when they have come in.
  if (lacking.list === 'teachers') return <InvitePanel invitedAs="teacher" onClose={close} />
  if (lacking.list === 'terms') return <TermPanel onSaved={take} onClose={close} />
  return (
    <SidePanel
      title={`New ${listedForms[lacking.list].one}`}
      isWide={lacking.list === 'types'}
      onClose={close}
    >
      <ListedForm
        list={lacking.list}
        values={'venueId' in lacking ? { venueId: String(lacking.venueId) } : {}}
        onSaved={take}
      />
    </SidePanel>
  )
}
