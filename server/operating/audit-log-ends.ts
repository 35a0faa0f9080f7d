import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { Finding } from '#server/audit/invariants.ts'
import { SettingError } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { isFirstOfBackup, unpackedLines } from './restore.ts'

/** The last entry of the office's log, as stored in a backup or a server's log. */
interface KeptEnd {
  hash: string
  where: string
}

/**
 * Compares the office's log with the last entries that these backups and server logs recorded outside of the
 * database. Each must still be the hash of a row. So it finds a log that was truncated or rewritten, even if
 * somebody put back an older signature, which no rule inside the database can detect. Throws SettingError.
 */
export async function auditLogEnds(db: Db, files: string[]): Promise<Finding> {
  const ends: KeptEnd[] = []
  for (const file of files) ends.push(...(await readKeptEnds(file)))
  if (ends.length === 0) throw new SettingError(`there is no end of the office’s log in ${files.join(', ')}`)
  const { rows } = await sql<{ hash: string }>`
    select kept.hash from unnest(${[...new Set(ends.map(({ hash }) => hash))]}::text[]) as kept (hash)
    where decode(kept.hash, 'hex') <> sha256('')
      and not exists (select from staff_actions a where a.hash = decode(kept.hash, 'hex'))`.execute(db)
  const missing = new Set(rows.map(({ hash }) => hash))
  const broken = ends.filter(({ hash }) => missing.has(hash))
  return {
    number: 35,
    rule: `The office’s log still has the ${ends.length === 1 ? 'one end' : `${ends.length} ends`} that the given files have kept`,
    violations: broken.length,
    examples: broken.slice(0, 3).map(({ hash, where }) => `${hash.slice(0, 8)}… of ${where}`),
  }
}

/** Reads the last entries from a server's log, which log rotation may have compressed. */
async function readKeptEnds(file: string): Promise<KeptEnd[]> {
  try {
    const lines = (await isPacked(file))
      ? unpackedLines(file)
      : createInterface({ input: createReadStream(file) })
    let isBackup: boolean | undefined
    let table = ''
    const ends: KeptEnd[] = []
    for await (const line of lines) {
      isBackup ??= isFirstOfBackup(line)
      if (isBackup && line.startsWith('["table",')) table = JSON.parse(line)[1]
      const hash = isBackup ? table === 'audit_head' && endOfBackup(line) : endOfServerLog(line)
      if (hash) ends.push({ hash, where: file })
      // The rest of a backup need not be unpacked.
      if (hash && isBackup) break
    }
    return ends
  } catch (error) {
    const { code } = error as { code?: string }
    if (!code) throw error
    throw new SettingError(
      code.startsWith('Z_') ? `${file} is not whole, or is none of ours` : `${file} cannot be read`,
    )
  }
}

async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('hex') === '1f8b'
  } finally {
    await handle.close()
  }
}

/** Reads the log's end from a backup, where PostgreSQL writes bytes as `\x` and hexadecimal digits. */
const endOfBackup = (line: string): string | undefined =>
  line.startsWith('{') ? (JSON.parse(line) as { last_hash: string }).last_hash.replace('\\x', '') : undefined

const endOfServerLog = (line: string): string | undefined => /"logEnd":"\d+ ([0-9a-f]{64})"/.exec(line)?.[1]
