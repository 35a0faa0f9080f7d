import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Does some work and returns its longest turn of the event loop, in milliseconds of processor time. Time that
 * a busy machine gives to other processes does not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const done = work().finally(() => {
    isDone = true
  })
  // Awaited below: a call that fails in between is not unhandled.
  done.catch(() => {})
  while (!isDone) {
    const before = process.threadCpuUsage()
    await nextTurn()
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
  }
  await done
  return longest
}
