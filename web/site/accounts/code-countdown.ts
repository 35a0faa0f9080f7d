import { useEffect, useState } from 'react'
import type { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { resendCodeSeconds } from '#domain/limits.ts'

/** The purpose of a code. */
export type CodePurpose = CallInput<typeof contract.accounts.sendCode>['purpose'] | 'changeEmail'

const keyOf = (purpose: CodePurpose, email: string) => `maypole.code.${purpose}.${email.trim().toLowerCase()}`

/** Starts the countdown, after a code was sent. */
export function beginCountdown(purpose: CodePurpose, email: string): void {
  sessionStorage.setItem(keyOf(purpose, email), String(Date.now() + resendCodeSeconds * 1000))
}

/**
 * Returns the seconds until another code can be sent to an address, or 0. The end is stored per address and survives a
 * reload, because reading mail on a phone often unloads the page.
 */
export function useCodeCountdown(
  purpose: CodePurpose,
  email: string,
): [secondsLeft: number, start: () => void] {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const [timesSent, setTimesSent] = useState(0)
  const millisecondsLeft = Math.max(0, endsAt - now)

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after a code was sent, perhaps to another address.
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
