import { hash, verify } from '@node-rs/argon2'
import { TooBusy, takeTurns } from '#server/take-turns.ts'

/** Argon2id at OWASP's figures: 19 MiB, two passes, one lane (Argon2id is the library's default). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let computed = 0

/** A few at a time: a rush of log-ins must leave the processor to everyone else. */
const takeTurn = takeTurns({ atOnce: 2, mostWaiting: 100, longestSeconds: 5 })
/** About a second of waiting. */
const longLine = 80
let inLine = 0

/** For what visitors may ask that takes a password: says that we are busy before anything of it is counted or begun. */
export function lineUpForPassword<T>(work: () => Promise<T>): Promise<T> {
  if (inLine >= longLine) throw new TooBusy()
  return work()
}

/** Hashes a new password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/**
 * Whether the password fits. Without a hash (no such account, or one that has chosen none yet) the same work is done and the answer is no,
 * so that the time taken tells nothing (decision E-34).
 */
export async function checkPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const fits = await inTurn(() => verify(passwordHash || hashOfNobody, password))
  return fits && Boolean(passwordHash)
}

/** How many passwords this process has hashed or checked, for tests that compare work. @internal */
export const passwordsComputed = (): number => computed

// The same cost as a real one; no password is known to fit it.
const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$xB5zTmI0JvOndXvCNRSRYA$u0rotcseQnLCEFR719h6BuoGWQBMH/y9clzknO4qS+A'

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  inLine += 1
  return takeTurn(() => {
    computed += 1
    return work()
  }).finally(() => {
    inLine -= 1
  })
}
