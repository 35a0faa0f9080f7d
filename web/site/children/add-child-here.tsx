import { createContext, type ReactNode, useContext, useState } from 'react'
import { sentences } from '#domain/sentences.ts'
import { showHint } from '#web/ui/messages.tsx'

const loadDialog = () => import('./add-child-dialog.tsx')

type AddChild = (onAdded: (childId: number) => void) => void
const AddChildContext = createContext<AddChild>(() => undefined)

/**
 * Returns a function that opens the child's form over the content of `AddChildHere`; it calls back with the saved
 * child.
 */
export const useAddChild = (): AddChild => useContext(AddChildContext)

/** Wraps a dialog instead of being inside it, because forms cannot be nested. */
export function AddChildHere({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<
    Awaited<ReturnType<typeof loadDialog>> & { onAdded: (childId: number) => void }
  >()
  // Loaded by the press and not by `lazy`: with that, a failure to load would remove the booking
  // below.
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
