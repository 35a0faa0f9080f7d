import type { KyselyPlugin } from 'kysely'
import { passwordsComputed } from '#server/features/accounts/hash-password.ts'
import type { TestApp } from './start-test-app.ts'

/** What a piece of work cost: its queries, in order, and how many passwords were computed. */
export interface Work {
  queries: string[]
  passwords: number
}

/** Does something and tells what it cost, so that two answers can be compared without a stop-watch. */
export async function recordWork(app: TestApp, work: () => Promise<unknown>): Promise<Work> {
  const queries: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(JSON.stringify(node, withoutValues))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { db } = app.services
  const before = passwordsComputed()
  app.services.db = db.withPlugin(recorder)
  try {
    await work()
  } finally {
    app.services.db = db
  }
  return { queries, passwords: passwordsComputed() - before }
}

/** Two queries are the same work when only their values differ. */
const withoutValues = (key: string, value: unknown) => (key === 'value' || key === 'values' ? '?' : value)
