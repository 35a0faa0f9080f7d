import type { FastifyRequest } from 'fastify'
import { createLimiter } from '#server/create-limiter.ts'
import { networkOf } from '#server/request/rate-limit.ts'
import type { LimitCaller } from '#server/services.ts'

/** Returns the caller of a request for a page or a file. */
export const callerOf = ({ ip, headers }: FastifyRequest) => ({ ip, userAgent: headers['user-agent'] })

/**
 * Limits the calls that an account, or a network's visitors, make to this process (record 097). As many run
 * at once as half the connections; 200 may wait, because a hall full of families may share one address. A
 * caller that has used a second of processor time gets a thirtieth of the process for each of up to three
 * browsers, and half of idle time.
 */
export function createCallerLimiter(connections: number): LimitCaller {
  const maxConcurrent = Math.ceil(connections / 2)
  const limit = createLimiter({ maxConcurrent, maxWaiting: 200, maxSeconds: 5, maxMilliseconds: 1000 })
  return ({ accountId, ip, userAgent }, work) => limit(work, accountId ?? networkOf(ip), userAgent)
}
