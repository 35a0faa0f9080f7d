import { hash, verify } from '@node-rs/argon2'
import { createLimiter, TooBusy } from '#server/create-limiter.ts'

/** Argon2id at OWASP's figures: 19 MiB, two passes, one lane (Argon2id is the library's default). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let computed = 0

/** Limited so that a rush of log-ins leaves the processor to everyone else. */
const limit = createLimiter({ maxConcurrent: 2, maxWaiting: 100, maxSeconds: 5 })
/** The length of the queue at which a caller waits for about a second. */
const busyLength = 80
let queued = 0

/** Queues visitors' calls that check a password. Refuses as busy before anything is counted or begun. */
export function queuePasswordCheck<T>(work: () => Promise<T>): Promise<T> {
  if (queued >= busyLength) throw new TooBusy()
  return work()
}

/** Hashes a new password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/**
 * Whether the password matches. Without a hash (no account, or no password chosen yet) it does the same work and
 * returns false, so that the time taken reveals nothing (decision E-34).
 */
export async function checkPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const fits = await inTurn(() => verify(passwordHash || hashOfNobody, password))
  return fits && Boolean(passwordHash)
}

/** How many passwords this process has hashed or checked, for tests that compare work. @internal */
export const passwordsComputed = (): number => computed

// Costs as much as a real hash; no known password fits it.
const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$xB5zTmI0JvOndXvCNRSRYA$u0rotcseQnLCEFR719h6BuoGWQBMH/y9clzknO4qS+A'

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  queued += 1
  return limit(() => {
    computed += 1
    return work()
  }).finally(() => {
    queued -= 1
  })
}
