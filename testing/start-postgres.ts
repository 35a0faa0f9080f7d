import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { newFolder, placePrograms, postgresUser } from './postgres-programs.ts'

export interface PostgresServer {
  /** The address of a database of this server. */
  urlOf: (database: string) => string
  stop: () => Promise<void>
}

/**
 * Starts a real PostgreSQL for tests and benchmarks: the one at `TEST_DATABASE_URL` if set, else the binaries from the
 * package registry in their own folder. Works as root too: the server then runs as the user nobody.
 */
export async function startPostgres(flags: string[] = ['-c', 'fsync=off']): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { urlOf: database => withDatabase(given, database), stop: async () => {} }
  const folder = newFolder()
  const { initialise, start } = await serverIn(join(folder, 'data'), placePrograms(folder), flags)
  initialise()
  const { urlOf, stop } = await start()
  return { urlOf, stop: () => stop().then(() => rmSync(folder, { recursive: true, force: true })) }
}

/** Creates an empty database with this name, and drops an older one. */
export async function newDatabase(postgres: PostgresServer, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  return postgres.urlOf(name)
}

/** Starts a separate PostgreSQL with a readable standby. */
export async function startPostgresAndStandby(): Promise<{
  primary: PostgresServer
  standby: PostgresServer
}> {
  const folder = newFolder()
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
  const programs = placePrograms(folder)
  const { port, initialise, start } = await serverIn(data, programs, [])
  initialise()
  execFileSync('cp', ['-a', data, copy])
  writeFileSync(join(copy, 'standby.signal'), '')
  const following = `host=127.0.0.1 port=${port} user=maypole password=maypole`
  const primary = await start()
  const standby = await serverIn(copy, programs, ['-c', `primary_conninfo=${following}`])
  return { primary, standby: await standby.start() }
}

interface PreparedServer {
  port: number
  initialise: () => void
  start: () => Promise<PostgresServer>
}

/** Starts a server that keeps its data in this folder. */
async function serverIn(data: string, programs: string, flags: string[]): Promise<PreparedServer> {
  const port = await freePort()
  const urlOf = (database: string) => `postgres://maypole:maypole@127.0.0.1:${port}/${database}`
  const settings = ['-c', 'max_connections=400', '-c', 'listen_addresses=127.0.0.1']
  const given = ['-D', data, '-p', String(port), '-k', '', ...settings, ...flags]
  return {
    port,
    initialise: () => initialise(data, programs),
    start: async () => {
      const child = spawnPostgres(join(programs, 'postgres'), given)
      let said = ''
      child.stderr.on('data', text => {
        said = `${said}${text}`.slice(-2_000)
      })
      const ended = once(child, 'exit')
      const stop = async () => {
        child.stdin.end()
        if (process.platform === 'win32') child.kill()
        await ended
      }
      const isUp = await Promise.race([untilItAnswers(urlOf('postgres')).then(() => true), ended])
      if (isUp !== true) throw new Error(`PostgreSQL did not start: ${said}`)
      return { urlOf, stop }
    },
  }
}

/** Initialises the data folder. The locale is PostgreSQL's own, so that a test does not depend on the machine's. */
function initialise(data: string, programs: string): void {
  const folder = dirname(data)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'maypole')
  mkdirSync(data)
  if (postgresUser.uid !== undefined) {
    for (const path of [passwordFile, data]) chownSync(path, postgresUser.uid, postgresUser.gid ?? -1)
  }
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8', '--locale=C']
  const account = ['--username=maypole', '--auth=password', `--pwfile=${passwordFile}`]
  const given = [`--pgdata=${data}`, '--no-sync', ...locale, ...account]
  const { status, stderr } = spawnSync(join(programs, 'initdb'), given, {
    ...postgresUser,
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

/**
 * Starts PostgreSQL so that it stops when its standard input ends. So no server stays behind, even if the process that
 * started it was killed.
 */
function spawnPostgres(program: string, given: string[]): ChildProcessByStdio<Writable, null, Readable> {
  const options = {
    ...postgresUser,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'] as ['pipe', 'ignore', 'pipe'],
  }
  if (process.platform === 'win32') return spawn(program, given, { ...options, cwd: undefined })
  const watchInput = 'exec 3<&0; (read -r _ <&3; kill -INT $$) >/dev/null 2>&1 &'
  return spawn('sh', ['-c', `${watchInput} exec "$@" </dev/null 3<&-`, 'sh', program, ...given], options)
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

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
