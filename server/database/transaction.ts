import type { Db, Tx } from './connect.ts'

const attempts = 4

/**
 * Runs `work` in one READ COMMITTED transaction, and repeats it after a deadlock or a serialisation failure.
 * Used only in command files and by the database's own commands. Locks come first, in id order.
 */
export const transaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  untilNoVictim(() => db.transaction().execute(work))

/** Runs one locking statement without a transaction, and repeats it after a deadlock or a serialisation failure. */
export async function untilNoVictim<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error
    }
  }
}

/** Whether the error is `deadlock_detected` or `serialization_failure`: nothing was written, so a retry is safe. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40P01' || code === '40001'
}

/** Returns the constraint that refused a write, or undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string'
    ? constraint
    : undefined
}
