import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const maxMilliseconds = 1000
const lookEveryMilliseconds = 25

/**
 * Releases callers before the server closes: each answer now ends its connection, so that the next call goes to another
 * process. Waits as long as busy callers need, because closing a connection during a call would reset it.
 */
export async function endConnections({ server }: FastifyInstance): Promise<void> {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  const until = performance.now() + maxMilliseconds
  while (performance.now() < until && (await countConnections(server)) > 0) await pause(lookEveryMilliseconds)
}

const countConnections = (server: FastifyInstance['server']) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
