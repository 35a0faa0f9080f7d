import type { KyselyPlugin } from 'kysely'
import type { TestApp } from './start-test-app.ts'

/** How many statements the app sends to its database while `work` runs: a query per row shows up here. */
export async function countQueries(
  app: Pick<TestApp, 'services'>,
  work: () => Promise<unknown>,
): Promise<number> {
  const { services } = app
  const plain = services.db
  let count = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Subqueries are transformed too, but only whole statements have results.
    transformResult: async ({ result }) => {
      count += 1
      return result
    },
  }
  services.db = plain.withPlugin(counting)
  try {
    await work()
  } finally {
    services.db = plain
  }
  return count
}
