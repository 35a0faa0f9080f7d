import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { vi } from 'vitest'

type Query = (...asked: unknown[]) => unknown

/** Does some work and returns every statement sent to the database, including `begin` and `commit`. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<{ answer: T; sent: string[] }> {
  const sent: string[] = []
  const spies = [pg.Client.prototype, PGlite.prototype].map(prototype => {
    const client = prototype as unknown as { query: Query }
    const { query } = client
    return vi.spyOn(client, 'query').mockImplementation(function (this: unknown, ...asked: unknown[]) {
      const [statement] = asked as [string | { text: string }]
      sent.push(typeof statement === 'string' ? statement : statement.text)
      return query.apply(this, asked)
    })
  })
  try {
    return { answer: await work(), sent }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
