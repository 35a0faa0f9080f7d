import { useState } from 'react'
import { NewCredential } from './add-credential.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useEnter } from './staff-queries.ts'

/** The last steps after a link or a recovery code: a new credential, and ten recovery codes. */
export function EnrolBeforeSignIn({ attempt }: { attempt: string }) {
  const [codes, setCodes] = useState<string[]>()
  const enter = useEnter()
  return codes ? (
    <SignInFrame title="Your recovery codes">
      <RecoveryCodes codes={codes} onKept={enter} />
    </SignInFrame>
  ) : (
    <SignInFrame title="Choose how to sign in">
      <NewCredential attempt={attempt} onDone={setCodes} />
    </SignInFrame>
  )
}
