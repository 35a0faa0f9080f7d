import type { Server } from 'node:http'
import { performance } from 'node:perf_hooks'

/**
 * The share of time in use below which a process counts as quiet. After ten minutes of steady light load the second,
 * higher share applies; otherwise memory would grow for hours.
 */
const [quietShare, lessQuietShare] = [0.05, 0.25]
const patienceMilliseconds = 10 * 60 * 1000
const everySeconds = 10
/** Freeing less memory is not worth a pause of a tenth of a second. */
const worthBytes = 24 * 1024 * 1024

/**
 * Collects all garbage and returns the memory to the system, which V8 does not do by itself after the start or
 * a rush. Does nothing without `--expose-gc`.
 */
export const giveBackMemory = (): void => globalThis.gc?.({ type: 'major', flavor: 'last-resort' })

/** Returns memory after busy times, at a quiet moment without a running call. */
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
