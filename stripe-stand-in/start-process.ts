import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { SettingError } from '#server/config.ts'
import type { StripeStandInOptions } from './start-stripe-stand-in.ts'

/**
 * Starts the local card provider in a process of its own, as a real one has: what it does takes no time from ours. One
 * that ends before it is closed is started again on its port. Throws SettingError when it cannot keep its ledger.
 */
export async function startStandInProcess(
  options: Omit<StripeStandInOptions, 'clock'>,
): Promise<{ port: number; pid: () => number; close: () => Promise<void> }> {
  let isClosing = false
  let child: ChildProcess
  const start = async (port: number): Promise<number> => {
    child = fork(fileURLToPath(new URL('process.ts', import.meta.url)), { execArgv: [] })
    child.send({ ...options, port })
    const [{ port: taken, problem }] = (await once(child, 'message')) as [{ port: number; problem?: string }]
    if (problem)
      throw new SettingError(`the practice card provider cannot work in ${options.folder} (${problem})`)
    child.once('exit', () => {
      if (!isClosing) start(taken).catch(error => process.emitWarning(error as Error))
    })
    return taken
  }
  const port = await start(options.port)
  return {
    port,
    pid: () => child.pid as number,
    close: async () => {
      isClosing = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
