import { createServer } from 'node:net'

// Test workers that run side by side have a thousand ports each, so that nobody else is given a port before
// its owner listens.
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0)
const from = 15_000 + (worker % 15) * 1_000
let next = Math.floor(Math.random() * 1_000)

/** Returns a free port, below those that the system gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = from + (next++ % 1_000)
    if (await isFree(port)) return port
  }
}

/** Whether nothing listens on this port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
