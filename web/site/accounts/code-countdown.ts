import { useEffect, useState } from 'react'
import type { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'

/** What a code is for. */
export type CodePurpose = CallInput<typeof contract.accounts.sendCode>['purpose'] | 'changeEmail'

/** Before another code may be asked for (spec 1 §9). */
const resendAfterSeconds = 300

const keyOf = (purpose: CodePurpose, email: string) => `maypole.code.${purpose}.${email.trim().toLowerCase()}`

/** Counts from now on: a code has been sent. */
export function beginCountdown(purpose: CodePurpose, email: string): void {
  sessionStorage.setItem(keyOf(purpose, email), String(Date.now() + resendAfterSeconds * 1000))
}

/**
 * How many seconds are left until an address may be sent another code; 0 when it may. The end is kept per address,
 * so that it outlives a reload: on a phone, looking at the mail often costs the page.
 */
export function useCodeCountdown(
  purpose: CodePurpose,
  email: string,
): [secondsLeft: number, start: () => void] {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const [timesSent, setTimesSent] = useState(0)
  const millisecondsLeft = Math.max(0, endsAt - now)

  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when one was sent, perhaps to another address.
  useEffect(() => {
    setEndsAt(Number(sessionStorage.getItem(keyOf(purpose, email)) ?? 0))
    setNow(Date.now())
  }, [purpose, email, timesSent])

  useEffect(() => {
    if (millisecondsLeft === 0) return
    // To the end of the second that is shown, so that none is shown twice or left out.
    const timer = setTimeout(() => setNow(Date.now()), millisecondsLeft % 1000 || 1000)
    return () => clearTimeout(timer)
  }, [millisecondsLeft])

  const start = () => {
    beginCountdown(purpose, email)
    setTimesSent(times => times + 1)
  }
  return [Math.ceil(millisecondsLeft / 1000), start]
}
