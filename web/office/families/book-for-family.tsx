import { useState } from 'react'
import type { FamilyHead } from '#contract/office/families.ts'
import { Button } from '#web/ui/button.tsx'
import { BookForThem } from '../desk/book-for-them.tsx'
import { useMay } from '../office-session.ts'

/** Books places for this family, as on the telephone or at the door. */
export function BookForFamily({
  family: { id, firstName, lastName, email, frozen },
}: {
  family: FamilyHead
}) {
  const mayBook = useMay('booking.make')
  const [isOpen, setOpen] = useState(false)
  if (!mayBook || frozen) return null
  const name = `${firstName} ${lastName}`.trim() || email
  return (
    <>
      <Button onClick={() => setOpen(true)}>Book for them</Button>
      {isOpen && <BookForThem family={{ id, name }} onClose={() => setOpen(false)} />}
    </>
  )
}
