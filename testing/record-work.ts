import type { KyselyPlugin } from 'kysely'
import { passwordsComputed } from '#server/features/accounts/hash-password.ts'
import type { TestApp } from './start-test-app.ts'

/** What a piece of work cost: its queries, in order, and how many passwords were computed. */
export interface Work {
  queries: string[]
  statements: number
  passwords: number
}

/** Does something and tells what it cost, so that two answers can be compared without a stop-watch. */
export async function recordWork(
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

/** Two queries are the same work when only their values differ. */
const withoutValues = (key: string, value: unknown) => (key === 'value' || key === 'values' ? '?' : value)

/** How many statements the app sends to its database while `work` runs: a query per row shows up here. */
export const countQueries = async (...asked: Parameters<typeof recordWork>): Promise<number> =>
  (await recordWork(...asked)).statements
