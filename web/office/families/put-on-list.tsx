import { useState } from 'react'
import type { FamilyHead } from '#contract/office/families.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../office-session.ts'
import { PutOn } from '../waiting/put-on.tsx'

/** Puts a child of this family on the waiting list of a full date. */
export function PutOnList({ family: { id, firstName, lastName, email, frozen } }: { family: FamilyHead }) {
  const mayPutOn = useMay('queue.offer')
  const [isOpen, setOpen] = useState(false)
  if (!mayPutOn || frozen) return null
  const name = `${firstName} ${lastName}`.trim() || email
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Put on a waiting list
      </Button>
      {isOpen && <PutOn family={{ id, name }} onClose={() => setOpen(false)} />}
    </>
  )
}
