import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Config, readConfig, SettingError } from './config.ts'
import { diskProblem, lockDataFolder, openDataFolder } from './data-folder.ts'
import type { DemoMode } from './demo-mode.ts'
import { giveBackMemory, giveBackMemoryWhenQuiet } from './give-back-memory.ts'
import type { OpenedServer } from './open-server.ts'

export interface RunningServer extends Pick<OpenedServer, 'businessName' | 'firstOwnerAddress'> {
  url: string
  isDemo: boolean
  close: () => Promise<void>
}

/**
 * Starts one whole process from its environment. If a later part fails to start, the opened parts are closed. Port and
 * folder are claimed before the rest is loaded, so a second start ends within a second. Throws SettingError with one
 * sentence for the operator.
 */
export async function startServer(
  env: Record<string, string | undefined>,
  loadDemoMode?: () => Promise<DemoMode>,
): Promise<RunningServer> {
  /** Closes the parts that have been opened; the last one first. */
  const ends: (() => unknown)[] = []
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= endAll(ends)
    return closing
  }
  const config = readConfig(env, localKey)
  const { isDemo, publicUrl: url, dataDir, databaseUrl } = config
  try {
    await requireFreePort(config)
    openDataFolder(dataDir)
    if (!databaseUrl) ends.push(lockDataFolder(dataDir).release)
    const { openServer } = await import('./open-server.ts')
    const demo = isDemo ? await loadDemoMode?.() : undefined
    const { app, log, flavour, ...opened } = await openServer(config, demo, ends)
    // Frees what loading, compiling and opening left behind, before the first request.
    giveBackMemory()
    ends.push(giveBackMemoryWhenQuiet(app.server).end)
    await listenAt(config, place => app.listen({ ...place, backlog }))
    log.info('started', { address: url, database: flavour })
    return { url, isDemo, ...opened, close }
  } catch (error) {
    await close().catch(() => {})
    throw (databaseUrl ? undefined : diskProblem(dataDir, error)) ?? error
  }
}

/** Closes every part, even when one of them fails to close. */
async function endAll(ends: (() => unknown)[]): Promise<void> {
  try {
    await ends.pop()?.()
  } finally {
    if (ends.length > 0) await endAll(ends)
  }
}

/** Checks the port before anything is opened, so that a second start in the same place changes nothing. */
function requireFreePort(at: Pick<Config, 'port' | 'host'>): Promise<void> {
  return listenAt(at, place => {
    const trial = createServer()
    return new Promise<void>((done, fail) => {
      trial.once('error', fail)
      trial.listen(place, () => trial.close(() => done()))
    })
  })
}

// After a restart every open page reconnects. Node's default queue of 511 would leave the others waiting for
// seconds, or reset them. The system's own limit may be lower (`net.core.somaxconn`).
const backlog = 16_384

/** Listens at the configured address, or at all addresses; only IPv4 if there is no IPv6. */
async function listenAt(
  { port, host }: Pick<Config, 'port' | 'host'>,
  listen: (place: { port: number; host: string }) => Promise<unknown>,
): Promise<void> {
  try {
    await listen({ port, host: host ?? '::' }).catch(error => {
      if (host || codeOf(error) !== 'EAFNOSUPPORT') throw error
      return listen({ port, host: '0.0.0.0' })
    })
  } catch (error) {
    const problem = portProblems[codeOf(error)]
    if (codeOf(error) === 'EADDRNOTAVAIL')
      throw new SettingError(`HOST ${host} is no address of this machine`)
    throw problem ? new SettingError(`PORT ${port} ${problem}`) : error
  }
}

const portProblems: Record<string, string> = {
  EADDRINUSE: 'is taken by another program; set PORT to a free one',
  EACCES: 'is not for this user; set PORT to 1024 or more',
}
const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/**
 * Returns the random key that a demo process stores beside its data, readable only by its user. If two start at the
 * same moment, both use the key that is stored first.
 */
function localKey(dataDir: string): Buffer {
  openDataFolder(dataDir)
  const file = join(dataDir, 'data-key')
  if (!existsSync(file)) {
    const made = `${file}-${randomUUID()}`
    writeFileSync(made, randomBytes(32), { mode: 0o600 })
    try {
      linkSync(made, file)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    } finally {
      rmSync(made)
    }
  }
  return readFileSync(file)
}
