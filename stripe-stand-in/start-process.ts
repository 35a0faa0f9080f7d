import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SettingError } from '#server/config.ts'
import type { StripeStandInOptions } from './start-stripe-stand-in.ts'

/**
 * Starts the local card provider as a separate process, so that it uses none of our time. If it ends before it is
 * closed, it is started again on its port. Throws SettingError if it cannot store its ledger.
 */
export async function startStandInProcess(
  options: Omit<StripeStandInOptions, 'clock'>,
): Promise<{ port: number; pid: () => number; close: () => Promise<void> }> {
  const closing = new AbortController()
  const { signal } = closing
  let child: ChildProcess
  const start = async (port: number): Promise<number> => {
    child = fork(fileURLToPath(new URL('process.ts', import.meta.url)), { execArgv: [] })
    const ended = once(child, 'exit').then(() => [{ problem: 'it ended at once' }])
    child.send({ ...options, port }, () => {})
    const [told] = (await Promise.race([once(child, 'message'), ended])) as [
      { port: number; problem?: string },
    ]
    if (told.problem) {
      throw new SettingError(`the practice card provider cannot work in ${options.folder} (${told.problem})`)
    }
    return told.port
  }
  /** Starts the process again whenever it ends, on the same port, which open pages and the server use. */
  const keepStarted = async (port: number): Promise<void> => {
    await once(child, 'exit')
    while (!signal.aborted) {
      const taken = await start(port).catch(error => process.emitWarning(error as Error))
      if (taken === port) await once(child, 'exit')
      else child.kill('SIGKILL')
      await pause(1_000, undefined, { signal }).catch(() => {})
    }
  }
  const port = await start(options.port)
  void keepStarted(port)
  return {
    port,
    pid: () => child.pid as number,
    close: async () => {
      closing.abort()
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
