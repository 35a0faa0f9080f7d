import type { Db, Tx } from './connect.ts'

const attempts = 4

/**
 * Runs `work` in one READ COMMITTED transaction, again when PostgreSQL itself chose it as the victim
 * of a deadlock or a serialisation failure. Opened only in verb files and by the database's own commands; locks
 * come first, in id order.
 */
export const transaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  untilNoVictim(() => db.transaction().execute(work))

/** The same for one statement that locks, which needs no transaction around it. */
export async function untilNoVictim<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error
    }
  }
}

/** True for `deadlock_detected` and `serialization_failure`: nothing was written, trying again is safe. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40P01' || code === '40001'
}

/** The name of the constraint that refused a write, or undefined when the error is something else. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string'
    ? constraint
    : undefined
}
