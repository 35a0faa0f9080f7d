import type { KyselyPlugin } from 'kysely'
import { passwordsComputed } from '#server/features/accounts/hash-password.ts'
import type { TestApp } from './start-test-app.ts'

/** The cost of a piece of work: its queries in order, and the number of passwords hashed. */
export interface Work {
  queries: string[]
  statements: number
  passwords: number
}

/** Does some work and returns what it cost, so that two answers can be compared without timing them. */
export async function recordDatabaseWork(
  app: Pick<TestApp, 'services'>,
  work: () => Promise<unknown>,
): Promise<Work> {
  const queries: string[] = []
  let statements = 0
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(JSON.stringify(node, withoutValues))
      return node
    },
    // Subqueries are transformed too, but only whole statements have results.
    transformResult: async ({ result }) => {
      statements += 1
      return result
    },
  }
  const { db } = app.services
  const before = passwordsComputed()
  app.services.db = db.withPlugin(recorder)
  try {
    await work()
  } finally {
    app.services.db = db
  }
  return { queries, statements, passwords: passwordsComputed() - before }
}

/** Removes the values of queries, because two queries are the same work if only their values differ. */
const withoutValues = (key: string, value: unknown) => (key === 'value' || key === 'values' ? '?' : value)

/** Counts the statements that the app sends to its database while `work` runs, which shows a query per row. */
export const countQueries = async (...asked: Parameters<typeof recordDatabaseWork>): Promise<number> =>
  (await recordDatabaseWork(...asked)).statements
