import { createServer } from 'node:net'

/** A port to listen on, below those from which the system would give it to the next outgoing connection. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    if (await isFree(port)) return port
  }
}

/** Whether nobody listens on this port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
