import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect } from 'vitest'
import { connectToPostgres, type Db, type Tx } from '#server/database/connect.ts'
import type { TestApp } from './start-test-app.ts'

/**
 * Creates a race on PostgreSQL: starts work that waits for a lock held by `close`, until `waiting`
 * connections wait for it. Then runs `meanwhile` in the transaction that holds the lock, and releases it.
 */
export async function forceRace<T>(
  app: TestApp,
  gate: {
    close: (tx: Tx) => Promise<unknown>
    work: () => Promise<T>
    waiting: number
    meanwhile?: (tx: Tx) => Promise<unknown>
  },
): Promise<T> {
  const watcher = connectToPostgres(app.database.url ?? '', { poolSize: 2 })
  try {
    return await watcher.db
      .transaction()
      .execute(async tx => {
        await gate.close(tx)
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        const working = gate.work()
        await expect
          .poll(() => countWaiting(watcher.db, rows[0]?.pid), { timeout: 4_000, interval: 10 })
          .toBeGreaterThanOrEqual(gate.waiting)
        await gate.meanwhile?.(tx)
        // In an object, so that the transaction ends before the work does.
        return { working }
      })
      .then(({ working }) => working)
  } finally {
    await watcher.close()
  }
}

/**
 * Counts the connections that wait for a lock. With `of`, counts those that wait for that connection,
 * directly or behind another one. Without it, the count includes brief waits for a table to be extended.
 */
export async function countWaiting(db: Db, of?: number): Promise<number> {
  const { rows } = await sql<{ pid: number; behind: number[] }>`
    select pid, pg_blocking_pids(pid) as behind from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  if (of === undefined) return rows.length
  const behind = new Set([of])
  for (let size = 0; size < behind.size; ) {
    size = behind.size
    for (const row of rows) if (row.behind.some(pid => behind.has(pid))) behind.add(row.pid)
  }
  return behind.size - 1
}

/** Removes every row lock and advisory lock from the statements, as if the locks had been forgotten. */
export const withoutLocks: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode => {
    if (node.kind === 'SelectQueryNode') return { ...node, endModifiers: [] }
    if (node.kind !== 'RawNode') return node
    if (node.sqlFragments[0]?.startsWith('select pg_advisory_xact_lock')) return sql`select`.toOperationNode()
    return { ...node, sqlFragments: node.sqlFragments.map(part => part.replace(/for no key update.*/, '')) }
  },
  transformResult: async ({ result }) => result,
}

/** Counts the deadlocks of this database. */
export async function countDeadlocks(db: Db): Promise<number | undefined> {
  // A connection publishes its counts when it has been idle for ten seconds, or on request. So every
  // connection of the pool is asked.
  const tell = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`.execute(db)
  await Promise.all(Array.from({ length: 8 }, tell))
  const { rows } = await sql<{ count: number }>`
    select deadlocks::integer as count from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.count
}
