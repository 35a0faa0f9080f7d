import type { FastifyRequest } from 'fastify'
import { networkOf } from '#server/features/accounts/allow-rate.ts'
import { takeTurns } from '#server/take-turns.ts'

export type TakeTurnOfCaller = <T>(
  who: { accountId?: number | undefined; ip: string; userAgent?: string | undefined },
  work: () => Promise<T>,
) => Promise<T>

/** Whoever asks for a page or a file. */
export const callerOf = ({ ip, headers }: FastifyRequest) => ({ ip, userAgent: headers['user-agent'] })

/**
 * All that an account asks of this process, or visitors of one network, waits in one line (record 097): half as many at
 * once as there are connections, beyond a second of the process a thirtieth of it for each of three browsers (record
 * 112), and for a while half of what nobody uses (record 106). Two hundred may wait: behind one address there may be a
 * hall full of families.
 */
export function turnsOfCallers(connections: number): TakeTurnOfCaller {
  const atOnce = Math.ceil(connections / 2)
  const takeTurn = takeTurns({ atOnce, mostWaiting: 200, longestSeconds: 5, mostMilliseconds: 1000 })
  return ({ accountId, ip, userAgent }, work) => takeTurn(work, accountId ?? networkOf(ip), userAgent)
}
