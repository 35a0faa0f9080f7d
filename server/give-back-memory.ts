import type { Server } from 'node:http'
import { performance } from 'node:perf_hooks'

/**
 * A process that was busy for less of its time is quiet; looked at every so often. Where a light load never lets it be,
 * what it holds would grow for hours: after ten minutes a moment will do that is less quiet.
 */
const [quietShare, lessQuietShare] = [0.05, 0.25]
const patienceMilliseconds = 10 * 60 * 1000
const everySeconds = 10
/** Less is not worth that all stands still for a tenth of a second. */
const worthBytes = 24 * 1024 * 1024

/**
 * Has the engine clean up all it holds and give back the room. By itself it keeps both until they are needed again: what
 * the start or a rush left behind, and a young generation of three times 32 MB. Needs `--expose-gc`; nothing happens
 * without.
 */
export const giveBackMemory = (): void => globalThis.gc?.({ type: 'major', flavor: 'last-resort' })

/** Does it again after busy times, in a quiet moment in which no call is under way. */
export function giveBackMemoryWhenQuiet(server: Server): { end: () => void } {
  let underWay = 0
  server.on('request', (_request, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
    })
  })
  let held = process.memoryUsage.rss()
  let looked = performance.eventLoopUtilization()
  let lastAt = performance.now()
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, looked)
    looked = now
    const isPatient = performance.now() - lastAt < patienceMilliseconds
    if (underWay > 0 || utilization > (isPatient ? quietShare : lessQuietShare)) return
    if (process.memoryUsage.rss() < held + worthBytes) return
    giveBackMemory()
    lastAt = performance.now()
    held = process.memoryUsage.rss()
  }
  const timer = setInterval(look, everySeconds * 1000).unref()
  return { end: () => clearInterval(timer) }
}
