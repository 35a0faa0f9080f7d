import { useState } from 'react'
import type { FamilyHead } from '#contract/office/families.ts'
import { Button } from '#web/ui/button.tsx'
import { SellToThem } from '../desk/sell-to-them.tsx'
import { useMay } from '../office-session.ts'

/** Sells packs and products to this family, as at the door. */
export function SellToFamily({ family: { id, firstName, lastName, email, frozen } }: { family: FamilyHead }) {
  const maySell = useMay('booking.make')
  const [isOpen, setOpen] = useState(false)
  if (!maySell || frozen) return null
  const name = `${firstName} ${lastName}`.trim() || email
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Sell to them
      </Button>
      {isOpen && <SellToThem family={{ id, name }} onClose={() => setOpen(false)} />}
    </>
  )
}
