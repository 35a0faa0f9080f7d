import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { auditDatabase, type Finding } from '#server/audit/invariants.ts'
import { readConfig, SettingError } from '#server/config.ts'
import { lockDataFolder } from '#server/data-folder.ts'
import { connectToPostgres, type Database, openEmbeddedDatabase } from '#server/database/connect.ts'
import { requireMigrated } from '#server/database/require-migrated.ts'
import { auditLogEnds } from './audit-log-ends.ts'

/**
 * Prints every invariant with its count of violations and returns whether all hold. The database is that of
 * DATABASE_URL, else a copy of the embedded one in DATA_DIR, which no server may have open. `keptIn` names backups and
 * server logs whose last log entries are compared. Throws SettingError with one sentence if it cannot be opened.
 */
export async function runAudit(
  env: Record<string, string | undefined>,
  now: Date,
  print: (line: string) => void,
  keptIn: string[] = [],
): Promise<boolean> {
  const config = readConfig(env, storedKey)
  const database = await openToRead(config.databaseUrl, config.dataDir)
  try {
    const keys = config.dataKey.length > 0 ? [config.dataKey] : []
    if (keys.length === 0) print('There is no DATA_KEY: signatures of the office’s log are only counted.')
    const findings = await auditDatabase(database.db, now, keys)
    if (keptIn.length > 0) findings.push(await auditLogEnds(database.db, keptIn))
    return printFindings(findings, print)
  } finally {
    await database.close()
  }
}

/** Prints a line for each invariant and one for all; returns true if none is broken. */
export function printFindings(findings: Finding[], print: (line: string) => void): boolean {
  for (const { number, rule, violations, examples } of findings) {
    const rows = violations > 0 ? ` (${examples.join('; ')}${violations > examples.length ? '; …' : ''})` : ''
    print(`${String(violations).padStart(6)}  ${String(number).padStart(2)}. ${rule}${rows}`)
  }
  const broken = findings.filter(finding => finding.violations > 0)
  print(
    broken.length === 0
      ? `All ${findings.length} invariants hold.`
      : `${broken.length} of ${findings.length} invariants are broken.`,
  )
  return broken.length === 0
}

/** Returns the demo's key beside the data, if there is one. */
export function storedKey(dataDir: string): Buffer {
  const file = join(dataDir, 'data-key')
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
}

/** Opens the database of DATABASE_URL, else a copy of the embedded one, for reading only. Throws SettingError. */
export async function openToRead(databaseUrl: string | undefined, dataDir: string): Promise<Database> {
  const where = databaseUrl ? 'DATABASE_URL' : `the embedded database in ${dataDir}`
  let database: Database | undefined
  try {
    database = databaseUrl
      ? connectToPostgres(databaseUrl, { poolSize: 1, answerWithin: 0 })
      : await openCopy(join(dataDir, 'database'))
    if (databaseUrl) await requireMigrated(database)
    await sql`select from orders limit 1`.execute(database.db)
    return database
  } catch (error) {
    await database?.close()
    if (error instanceof SettingError) throw error
    const { code, message } = error as { code?: string; message?: string }
    throw new SettingError(
      `${where} cannot be opened (${code === '42P01' ? 'it holds no tables of ours' : message || code})`,
    )
  }
}

async function openCopy(folder: string): Promise<Database> {
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error('there is none; set DATABASE_URL or DATA_DIR')
  const { release } = lockDataFolder(dirname(folder))
  const copy = await mkdtemp(join(tmpdir(), 'maypole-audit-'))
  const remove = () => rm(copy, { recursive: true })
  try {
    await cp(folder, copy, { recursive: true }).finally(release)
    const database = await openEmbeddedDatabase(copy)
    return { ...database, close: () => database.close().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
