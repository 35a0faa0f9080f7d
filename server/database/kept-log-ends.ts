import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { SettingError } from '#server/config.ts'
import type { Db } from './connect.ts'
import type { Finding } from './invariants.ts'
import { linesOfBackup } from './restore.ts'

/** An end of the office's log as a backup or a server's log has kept it. */
interface KeptEnd {
  hash: string
  where: string
}

/**
 * Compares the office's log with the ends of it that these backups and server logs have kept outside of the database:
 * each must still be the hash of a row. Cutting rows off or writing the chain again takes it away, which no
 * rule within the database can see for somebody who has saved an older signature. Throws SettingError.
 */
export async function auditKeptEnds(db: Db, files: string[]): Promise<Finding> {
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
    rule: `The office’s log still has the ${ends.length} ends that the given files have kept`,
    violations: broken.length,
    examples: broken.slice(0, 3).map(({ hash, where }) => `${hash.slice(0, 8)}… of ${where}`),
  }
}

async function readKeptEnds(file: string): Promise<KeptEnd[]> {
  const handle = await open(file).catch(() => {
    throw new SettingError(`${file} cannot be read`)
  })
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  return buffer.toString('hex') === '1f8b' ? endsOfBackup(file) : endsOfServerLog(file)
}

async function endsOfBackup(file: string): Promise<KeptEnd[]> {
  let table = ''
  for await (const line of linesOfBackup(file)) {
    if (line.startsWith('["table",')) table = JSON.parse(line)[1]
    if (table !== 'audit_head' || !line.startsWith('{')) continue
    // As PostgreSQL writes bytes in JSON: `\x` and their digits.
    const { last_hash } = JSON.parse(line) as { last_hash: string }
    return [{ hash: last_hash.replace('\\x', ''), where: file }]
  }
  return []
}

async function endsOfServerLog(file: string): Promise<KeptEnd[]> {
  const ends: KeptEnd[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, hash] = /"logEnd":"\d+ ([0-9a-f]{64})"/.exec(line) ?? []
    if (hash) ends.push({ hash, where: file })
  }
  return ends
}
