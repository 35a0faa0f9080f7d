import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const longestMilliseconds = 1000
const lookEveryMilliseconds = 25

/**
 * Lets callers go before the server closes: each answer from now on ends its connection, so that the next call comes on
 * a new one, to another process. Waits for as long as busy callers need; a connection that is closed while a call is on
 * its way would be reset.
 */
export async function endConnections({ server }: FastifyInstance): Promise<void> {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  const until = performance.now() + longestMilliseconds
  while (performance.now() < until && (await countConnections(server)) > 0) await pause(lookEveryMilliseconds)
}

const countConnections = (server: FastifyInstance['server']) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
