import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import pg from 'pg'
import { connectToPostgres } from '#server/database/connect.ts'
import { findViolations } from '#testing/find-violations.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'
import { startPostgres } from '#testing/start-postgres.ts'

/** Makes the servers trust a proxy, so that journeys can set the network of a person. */
export const behindProxy = { TRUSTED_PROXIES: '1' }

/** Starts two whole servers with the demo business: one on the embedded database, one on PostgreSQL. */
export default async function startServers({ metadata }: FullConfig): Promise<() => Promise<void>> {
  const addresses = metadata as { embedded: string; postgres: string }
  const folder = mkdtempSync(join(tmpdir(), 'maypole-journeys-'))
  const postgres = await startPostgres()
  const databaseUrl = postgres.urlOf('maypole_journeys')
  await recreate(databaseUrl)
  const settings: Record<string, Record<string, string>> = {
    [addresses.embedded]: { DATA_DIR: join(folder, 'embedded') },
    [addresses.postgres]: { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: databaseUrl },
  }
  // Journeys inherit this process's environment, and use it to run commands on the server itself.
  process.env.SERVERS_OF_JOURNEYS = JSON.stringify(settings)
  const starts = await Promise.allSettled(
    Object.entries(settings).map(([address, its]) => spawnServer(address, { ...behindProxy, ...its })),
  )
  const servers = starts.flatMap(start => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async () => {
    await Promise.all(servers.map(server => endServer(server)))
    if (servers.length === starts.length) await requireSound(databaseUrl)
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const failed = starts.find(start => start.status === 'rejected')
  if (!failed) return stop
  await stop()
  throw failed.reason
}

/** Drops this database if it exists, and creates an empty one. */
export async function recreate(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: new URL('/postgres', url).href })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
}

/** Throws if the database breaks an invariant after the journeys. */
export async function requireSound(databaseUrl: string): Promise<void> {
  const { db, close } = connectToPostgres(databaseUrl)
  try {
    const broken = await findViolations(db, new Date())
    if (broken.length > 0) throw new Error(`the audit found: ${JSON.stringify(broken)}`)
  } finally {
    await close()
  }
}
