import { useState } from 'react'
import { Door } from './door.tsx'
import { NewWay } from './new-way.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useEnter } from './staff-queries.ts'

/** The end of coming in by a link or a recovery code: a way in, and ten codes. */
export function EnrolAtDoor({ attempt }: { attempt: string }) {
  const [codes, setCodes] = useState<string[]>()
  const enter = useEnter()
  return codes ? (
    <Door title="Your recovery codes">
      <RecoveryCodes codes={codes} onKept={enter} />
    </Door>
  ) : (
    <Door title="Choose how to sign in">
      <NewWay attempt={attempt} onDone={setCodes} />
    </Door>
  )
}
