import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import { connectToPostgres, type Database, openEmbeddedDatabase } from '#server/database/connect.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databases: { kind: 'postgres'; url: string } | { kind: 'embedded'; image: string }
  }
}

/**
 * Opens a fresh, migrated database for one test file: a copy of the run's template. Only PostgreSQL has a
 * `url`. With `TEST_POOLER_URL`, tests reach it through that pooler.
 */
export async function openTestDatabase(poolSize?: number): Promise<Database & { url?: string }> {
  const databases = inject('databases')
  if (databases.kind === 'embedded') {
    return openEmbeddedDatabase(undefined, new Blob([readFileSync(databases.image)]))
  }
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(databases.url, `create database ${name} template maypole_template`)
  const pooler = process.env.TEST_POOLER_URL
  const url = new URL(pooler ?? databases.url)
  url.pathname = `/${name}`
  const database = connectToPostgres(url.href, { poolSize, isPooled: pooler !== undefined })
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close()
      await asAdmin(databases.url, `drop database ${name} with (force)`)
    },
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Empties a database, as before the first start. */
export const makeEmpty = ({ runScript }: Database): Promise<void> =>
  runScript('drop schema public cascade; create schema public')
