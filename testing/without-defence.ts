import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './start-test-app.ts'

/** Runs work while one defence of a database function is taken out, to show that the race is real without it. */
export async function withoutDefence(
  { db, database }: TestApp,
  { of, from, to = 'null' }: { of: string; from: string; to?: string },
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef(${of}::regprocedure) as source`.execute(db)
  const source = rows[0]?.source ?? ''
  expect(source).toContain(from)
  await database.runScript(source.replaceAll(from, to))
  try {
    await work()
  } finally {
    await database.runScript(source)
  }
}
