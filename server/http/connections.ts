import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * From each listener Node takes one new connection a turn of its loop. When a term opens a turn is long, and each browser
 * asks for seven connections: several listen at the one port, and the system deals the connections out among them.
 */
const listeners = process.platform === 'linux' ? 8 : 1

// After a restart every open page connects anew, and Node would let 511 of them wait: the others get no answer for
// seconds, or a reset. The system may have a lower limit of its own (`net.core.somaxconn`).
const backlog = 16_384

const longestMilliseconds = 1000
const lookEveryMilliseconds = 25

/**
 * Takes connections at a port, until what it answers with is called: that lets callers go and closes the app. A port with
 * several listeners may be shared with another process: who wants it alone looks first whether it is free. Throws what
 * Node's `listen` throws.
 */
export async function takeConnections(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const at = { port, host, backlog, reusePort: listeners > 1 }
  await app.listen({ ...at })
  const others: Server[] = []
  for (let nth = 1; nth < listeners; nth++) {
    // As Node's HTTP server makes its sockets.
    const other = createServer({ allowHalfOpen: true, noDelay: true }, socket =>
      app.server.emit('connection', socket),
    )
    others.push(other)
    await once(other.listen(at), 'listening')
  }
  return async () => {
    await letCallersGo(app, [app.server, ...others])
    const closed = others.map(other => new Promise(resolve => other.close(resolve)))
    await app.close()
    await Promise.all(closed)
  }
}

/**
 * Each answer from now on ends its connection, so that the next call comes on a new one, to another process. Waits for
 * as long as busy callers need; a connection that is closed while a call is on its way would be reset.
 */
async function letCallersGo(app: FastifyInstance, servers: Server[]): Promise<void> {
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  const until = performance.now() + longestMilliseconds
  while (performance.now() < until && (await countConnections(servers)) > 0)
    await pause(lookEveryMilliseconds)
}

async function countConnections(servers: Server[]): Promise<number> {
  const counts = servers.map(
    server =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
