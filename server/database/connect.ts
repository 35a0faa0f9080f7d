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

/** A handle that reads may use inside or outside a transaction. */
export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

/** An open database: queries through `db`, whole SQL scripts through `runScript`. */
export interface Database {
  db: Db
  /** Which of the two it is, for the log line at the start. */
  flavour: 'PostgreSQL' | 'embedded'
  runScript: (script: string) => Promise<void>
  /** Of PostgreSQL alone: the embedded database has one connection. */
  poolState?: () => PoolState
  close: () => Promise<void>
}

/** How many connections are at work, and how many queries wait for one. */
export interface PoolState {
  inUse: number
  waiting: number
}

/** The embedded database can also hand out a copy of itself. */
export interface EmbeddedDatabase extends Database {
  dump: () => Promise<Blob>
}

// 64-bit ids and counts fit a JavaScript number; calendar days and times stay strings.
const asNumber = (text: string) => Number(text)
const asText = (text: string) => text

/** No connection could be had: nothing of this query or transaction has begun. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** A statement that was sent has not been answered; whether it took effect is not known. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
}

export interface PoolOptions {
  poolSize?: number
  /** Milliseconds. */
  answerWithin?: number
  /** Through a pooler that hands out its connections for a transaction each: what a session is told is lost there. */
  isPooled?: boolean
}

/**
 * Connects to PostgreSQL. Statement and lock time-outs keep one slow caller from blocking the rest; the database ends a
 * statement before `answerWithin` milliseconds have passed, so that a connection with no answer by then is dead, and is
 * thrown away (0: work on a long history, of which a statement may take ten minutes). Asked for a connection in vain, a
 * query throws DatabaseUnavailable.
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
      // Our queries look things up by index whatever is asked: planning them anew for each value costs more than it gains.
      options: '-c plan_cache_mode=force_generic_plan',
    }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // A connection that dies is replaced by the pool, idle or at work; an error that nobody hears would end the process.
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
 * Stands at the beginning of a query that is asked all the time and costly to plan: each PostgreSQL connection then
 * plans it once, and keeps it. Only for few and fixed texts that name their columns, so that a later migration cannot
 * change their result.
 */
const mark = '/* plan kept */'
export const planKept = sql.raw(mark)

const planNames = new Map<string, string>()

/** The pool as Kysely uses it: plans are kept, and a connection that has fallen silent is not given out again. */
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
  // A built query begins with its verb: `modifyFront(planKept)` comes after it.
  if (!text.startsWith(mark) && !text.startsWith(`select ${mark}`)) return undefined
  const name = planNames.get(text) ?? `plan-${planNames.size + 1}`
  planNames.set(text, name)
  return name
}

/**
 * Opens the embedded database in `folder`, or in memory without one; `image` is a copy to start from.
 * It has one connection: code inside a transaction must use the transaction's own handle throughout.
 */
export async function openEmbeddedDatabase(folder?: string, image?: Blob): Promise<EmbeddedDatabase> {
  if (folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Its files are made for everybody to write to: who may not enter the folder does not reach them. Another user's
    // folder is theirs to guard.
    if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700)
  }
  // With PostgreSQL it is not loaded: nine megabytes.
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
