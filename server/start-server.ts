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
 * Starts one whole process from its environment. What has been opened is closed again when a later part does not start.
 * The rest of the server is loaded once port and folder are its own: a second start ends within a second. Throws
 * SettingError with one sentence for whoever runs it.
 */
export async function startServer(
  env: Record<string, string | undefined>,
  loadDemoMode?: () => Promise<DemoMode>,
): Promise<RunningServer> {
  /** Ends each part that has been opened; the last one first. */
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
    const { app, log, flavour, ...told } = await openServer(config, demo, ends)
    // What reading, compiling and opening left behind; nobody waits for an answer yet.
    giveBackMemory()
    ends.push(giveBackMemoryWhenQuiet(app.server).end)
    await listenAt(config, place => app.listen({ ...place, backlog }))
    log.info('started', { address: url, database: flavour })
    return { url, isDemo, ...told, close }
  } catch (error) {
    await close().catch(() => {})
    throw (databaseUrl ? undefined : diskProblem(dataDir, error)) ?? error
  }
}

/** One that cannot be ended does not keep the others open. */
async function endAll(ends: (() => unknown)[]): Promise<void> {
  try {
    await ends.pop()?.()
  } finally {
    if (ends.length > 0) await endAll(ends)
  }
}

/** Tried before anything is opened: a second start in the same place ends here and has touched nothing. */
function requireFreePort(at: Pick<Config, 'port' | 'host'>): Promise<void> {
  return listenAt(at, place => {
    const trial = createServer()
    return new Promise<void>((done, fail) => {
      trial.once('error', fail)
      trial.listen(place, () => trial.close(() => done()))
    })
  })
}

// After a restart every open page connects anew, and Node would let 511 of them wait: the others get no answer for
// seconds, or a reset. The system may have a lower limit of its own (`net.core.somaxconn`).
const backlog = 16_384

/** Listens at the address that is set, or on all of the machine; without IPv6, those of IPv4. */
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
 * In demo mode a process keeps a random key of its own beside its data, readable by its user alone. Of two that start at
 * one moment the first to link its key keeps it, whole, before either seals with it.
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
