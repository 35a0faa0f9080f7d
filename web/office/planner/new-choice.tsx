import { useRef } from 'react'
import { ListedForm } from '../catalogue/listed-form.tsx'
import { listedForms } from '../catalogue/listed-forms.ts'
import { InvitePanel } from '../staff/invite-panel.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { type MadeTerm, TermPanel } from './term-panel.tsx'

/** The kinds of thing that a new class may need first, with a callback for the new item. */
export type Lacking =
  | { list: 'types' | 'venues' | 'ages'; take: (id: number) => void }
  | { list: 'rooms'; venueId: number; take: (id: number) => void }
  | { list: 'terms'; take: (term: MadeTerm) => void }
  | { list: 'teachers' }

/** The form for the missing item, beside the class's form. The new item is selected when it closes. */
export function NewChoice({ lacking, onClose }: { lacking: Lacking; onClose: () => void }) {
  const then = useRef<() => void>(undefined)
  const closeAndThen = (close: () => void, next: () => void) => {
    then.current = next
    close()
  }
  const close = () => {
    onClose()
    then.current?.()
  }
  // An invited person can teach once they have registered.
  if (lacking.list === 'teachers') return <InvitePanel onClose={close} />
  if (lacking.list === 'terms')
    return <TermPanel onSaved={(term, own) => closeAndThen(own, () => lacking.take(term))} onClose={close} />
  const { list, take } = lacking
  return (
    <SidePanel title={`New ${listedForms[list].one}`} isWide={list === 'types'} onClose={close}>
      <ListedForm
        list={list}
        fixed={'venueId' in lacking ? { venueId: String(lacking.venueId) } : {}}
        onSaved={({ id }, own) => closeAndThen(own, () => take(id))}
      />
    </SidePanel>
  )
}
