import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'

const AddChildDialog = lazy(() =>
  import('./add-child-dialog.tsx').then(file => ({ default: file.AddChildDialog })),
)

type AddChild = (onAdded: (childId: number) => void) => void
const AddChildContext = createContext<AddChild>(() => undefined)

/** Opens the child's form over what is inside `AddChildHere`; calls back with the child that was saved. */
export const useAddChild = (): AddChild => useContext(AddChildContext)

/** Stands around a dialog, not in it: a form cannot lie in another one. */
export function AddChildHere({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ onAdded: (childId: number) => void }>()
  return (
    <AddChildContext value={onAdded => setAsked({ onAdded })}>
      {children}
      <Suspense>
        {asked && <AddChildDialog onAdded={asked.onAdded} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </AddChildContext>
  )
}
