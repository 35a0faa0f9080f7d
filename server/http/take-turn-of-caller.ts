import { networkOf } from '#server/features/accounts/allow-rate.ts'
import { takeTurns } from '#server/take-turns.ts'

export type TakeTurnOfCaller = <T>(
  who: { accountId?: number | undefined; ip: string },
  work: () => Promise<T>,
) => Promise<T>

/**
 * All that an account asks of this process, or visitors of one network, waits in one line (record 097): half as many at
 * once as there are connections, beyond a second of the process a tenth of it, and for a while half of what nobody uses
 * (record 106). Two hundred may wait: behind one address there may be a hall full of families.
 */
export function turnsOfCallers(connections: number): TakeTurnOfCaller {
  const atOnce = Math.ceil(connections / 2)
  const takeTurn = takeTurns({ atOnce, mostWaiting: 200, longestSeconds: 5, mostMilliseconds: 1000 })
  return ({ accountId, ip }, work) => takeTurn(work, accountId ?? networkOf(ip))
}
