import { createContext, type ReactNode, useContext, useState } from 'react'
import { sentences } from '#domain/sentences.ts'
import { showHint } from '#web/ui/messages.tsx'

const loadDialog = () => import('./add-child-dialog.tsx')

type AddChild = (onAdded: (childId: number) => void) => void
const AddChildContext = createContext<AddChild>(() => undefined)

/** Opens the child's form over what is inside `AddChildHere`; calls back with the child that was saved. */
export const useAddChild = (): AddChild => useContext(AddChildContext)

/** Stands around a dialog, not in it: a form cannot lie in another one. */
export function AddChildHere({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<
    Awaited<ReturnType<typeof loadDialog>> & { onAdded: (childId: number) => void }
  >()
  // Brought by the press, and not by `lazy`: a form that does not come would take the booking under it away.
  const open: AddChild = onAdded =>
    void loadDialog().then(
      file => setAsked({ ...file, onAdded }),
      () => showHint(sentences.unexpected),
    )
  return (
    <AddChildContext value={open}>
      {children}
      {asked && <asked.AddChildDialog onAdded={asked.onAdded} onClose={() => setAsked(undefined)} />}
    </AddChildContext>
  )
}
