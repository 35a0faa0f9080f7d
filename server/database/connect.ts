import { chmodSync, mkdirSync, statSync } from 'node:fs'
import {
  Kysely,
  PGliteDialect,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

/** A database handle for reads, inside or outside a transaction. */
export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

/** An open database: `db` for queries, `runScript` for whole SQL scripts. */
export interface Database {
  db: Db
  /** Which database it is, for the log line at the start. */
  flavour: 'PostgreSQL' | 'embedded'
  runScript: (script: string) => Promise<void>
  /** PostgreSQL only: the embedded database has one connection. */
  poolState?: () => PoolState
  close: () => Promise<void>
}

/** How many connections are in use, and how many queries wait for one. */
export interface PoolState {
  inUse: number
  waiting: number
}

/** The embedded database, which can also return a copy of itself. */
export interface EmbeddedDatabase extends Database {
  dump: () => Promise<Blob>
}

// 64-bit ids and counts fit a JavaScript number. Days and times stay strings.
const asNumber = (text: string) => Number(text)
const asText = (text: string) => text

/** No connection was free in time. Nothing of this query or transaction has begun. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** A statement was sent but not answered. It is unknown whether it took effect. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
}

export interface PoolOptions {
  poolSize?: number
  /** Milliseconds. */
  answerWithin?: number
  /** Whether a pooler in transaction mode is in between, which loses session settings. */
  isPooled?: boolean
}

/**
 * Connects to PostgreSQL. Statement and lock time-outs keep one slow caller from blocking the rest. The
 * database ends a statement before `answerWithin` milliseconds, so a connection silent for that long is dead
 * and is discarded. With 0, for maintenance of a long history, a statement may take ten minutes. A query that
 * gets no connection throws DatabaseUnavailable.
 */
export function connectToPostgres(
  url: string,
  { poolSize = 8, answerWithin = 12_000, isPooled = false }: PoolOptions = {},
): Database {
  const parsers: Record<number, (text: string) => unknown> = {
    [pg.types.builtins.INT8]: asNumber,
    [pg.types.builtins.NUMERIC]: asNumber,
    [pg.types.builtins.DATE]: asText,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!isPooled && {
      statement_timeout: answerWithin === 0 ? 600_000 : Math.min(10_000, answerWithin),
      lock_timeout: 5_000,
      // Our queries use indexes whatever the values are. Planning again for each value costs more than it
      // gains.
      options: '-c plan_cache_mode=force_generic_plan',
    }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // The pool replaces a connection that dies, idle or in use. An error event without a listener would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: guarded(pool, answerWithin, isPooled) }),
  })
  return {
    db,
    flavour: 'PostgreSQL',
    runScript: async script => {
      await pool.query(script)
    },
    poolState: () => ({ inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  }
}

/**
 * Marks a frequent query that is costly to plan: each PostgreSQL connection plans it once and keeps the plan.
 * Only for a few fixed texts that name their columns, so that a later migration cannot change their result.
 */
const planKeptComment = '/* plan kept */'
export const planKept = sql.raw(planKeptComment)

const planNames = new Map<string, string>()

/** Wraps the pool for Kysely: plans are kept, and a connection that has gone silent is discarded. */
function guarded(pool: pg.Pool, answerWithin: number, isPooled: boolean): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect().catch(error => {
        throw new DatabaseUnavailable('no connection to the database', { cause: error })
      })
      let isSilent = false
      const query = (text: string, values: readonly unknown[]) => {
        if (isSilent) throw new DatabaseSilent('the database has not answered')
        const asked = client.query({ name: isPooled ? undefined : planName(text), text, values: [...values] })
        if (answerWithin === 0) return asked
        return new Promise((resolve, reject) => {
          const timer = setTimeout(() => {
            isSilent = true
            reject(new DatabaseSilent('the database has not answered'))
          }, answerWithin)
          asked.then(resolve, reject).finally(() => clearTimeout(timer))
        })
      }
      return { query, release: () => client.release(isSilent) } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function planName(text: string): string | undefined {
  // A built query begins with its verb, and the comment of `modifyFront(planKept)` follows it.
  if (!text.startsWith(planKeptComment) && !text.startsWith(`select ${planKeptComment}`)) return undefined
  const name = planNames.get(text) ?? `plan-${planNames.size + 1}`
  planNames.set(text, name)
  return name
}

/**
 * Opens the embedded database in `folder`, or in memory; `image` is a copy to start from. It has one
 * connection, so code inside a transaction must use only the transaction's own handle.
 */
export async function openEmbeddedDatabase(folder?: string, image?: Blob): Promise<EmbeddedDatabase> {
  if (folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // PGlite makes its files writable for everyone, so the folder is closed to others. Another user's folder
    // is theirs to protect.
    if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700)
  }
  // Loaded only when used: it takes nine megabytes.
  const { PGlite, types } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(image ? { loadDataDir: image } : {}),
    parsers: {
      [types.INT8]: asNumber,
      [types.NUMERIC]: asNumber,
      [types.DATE]: asText,
    },
  })
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })
  return {
    db,
    flavour: 'embedded',
    runScript: async script => {
      await pglite.exec(script)
    },
    dump: () => pglite.dumpDataDir('none'),
    close: async () => {
      await db.destroy()
      if (!pglite.closed) await pglite.close()
    },
  }
}
