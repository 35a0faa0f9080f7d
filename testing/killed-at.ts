import type { KyselyPlugin } from 'kysely'

/**
 * Throws at the statement with this number, as a kill would end the work: the open transaction is rolled
 * back.
 */
export function killedAt(statement: number): KyselyPlugin {
  let asked = 0
  return {
    transformQuery: ({ node }) => {
      asked += 1
      if (asked >= statement) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** Returns the message of an error with which work ended; undefined when it succeeded. */
export const messageOfFailure = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: Error) => error.message,
  )
