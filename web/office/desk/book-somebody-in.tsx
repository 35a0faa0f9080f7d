import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../office-session.ts'
import { BookForThem } from './book-for-them.tsx'
import type { ChosenClass } from './choose-places.tsx'

/** Books somebody into a class or a date, from its own page. */
export function BookSomebodyIn({ ofClass }: { ofClass: ChosenClass }) {
  const mayBook = useMay('booking.make')
  const [isOpen, setOpen] = useState(false)
  if (!mayBook) return null
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Book somebody in
      </Button>
      {isOpen && <BookForThem ofClass={ofClass} onClose={() => setOpen(false)} />}
    </>
  )
}
