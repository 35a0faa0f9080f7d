import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
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
  close: () => Promise<void>
}

/** The embedded database can also hand out a copy of itself. */
export interface EmbeddedDatabase extends Database {
  dump: () => Promise<Blob>
}

// 64-bit ids and counts fit a JavaScript number; calendar days and times stay strings.
const asNumber = (text: string) => Number(text)
const asText = (text: string) => text

/** Connects to PostgreSQL. Statement and lock time-outs keep one slow caller from blocking the rest. */
export function connectToPostgres(url: string, poolSize = 8): Database {
  const parsers: Record<number, (text: string) => unknown> = {
    [pg.types.builtins.INT8]: asNumber,
    [pg.types.builtins.NUMERIC]: asNumber,
    [pg.types.builtins.DATE]: asText,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    // Our queries look things up by index whatever is asked: planning them anew for each value costs more than it gains.
    options: '-c plan_cache_mode=force_generic_plan',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // A connection that dies while idle is replaced by the pool; without this the process would end.
  pool.on('error', () => {})
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: keepingPlans(pool) }) })
  return {
    db,
    flavour: 'PostgreSQL',
    runScript: async script => {
      await pool.query(script)
    },
    close: () => db.destroy(),
  }
}

/**
 * Stands at the beginning of a query that is asked all the time and costly to plan: each PostgreSQL connection then
 * plans it once, and keeps it. Only for few and fixed texts that name their columns, so that a later migration cannot
 * change their result.
 */
export const planKept = sql.raw('/* plan kept */')

const planNames = new Map<string, string>()

function keepingPlans(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) => {
        if (!text.startsWith('/* plan kept */')) return client.query(text, [...values])
        let name = planNames.get(text)
        if (!name) {
          name = `plan-${planNames.size + 1}`
          planNames.set(text, name)
        }
        return client.query({ name, text, values: [...values] })
      }
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * Opens the embedded database in `folder`, or in memory without one; `image` is a copy to start from.
 * It has one connection: code inside a transaction must use the transaction's own handle throughout.
 */
export async function openEmbeddedDatabase(folder?: string, image?: Blob): Promise<EmbeddedDatabase> {
  if (folder) mkdirSync(dirname(folder), { recursive: true })
  const pglite = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(image ? { loadDataDir: image } : {}),
    parsers: {
      [pgliteTypes.INT8]: asNumber,
      [pgliteTypes.NUMERIC]: asNumber,
      [pgliteTypes.DATE]: asText,
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
