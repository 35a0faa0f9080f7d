import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { connectToPostgres, type Db } from '#server/database/connect.ts'
import type { BackgroundTask } from '#server/jobs/keep-running.ts'
import type { AskStandby, Log } from '#server/services.ts'

/** How old, in milliseconds, an answer of a standby may be. */
export const maxDelayMilliseconds = 5_000

/**
 * Opens a standby of `primary` for reading (record 044). Once a second `watch` records the position of the primary's
 * log, and whether the standby has reached an earlier recorded one. Its answers are then at most that old. A standby
 * that is silent, behind or gone is not used; a query that fails there is sent to the primary.
 */
export function openStandby(
  url: string,
  { primary, poolSize, isPooled, log }: { primary: Db; poolSize: number; isPooled: boolean; log: Log },
): { ask: AskStandby; watch: BackgroundTask; close: () => Promise<void> } {
  const standby = connectToPostgres(url, { poolSize, isPooled, answerWithin: 2_000 })
  let notes: { at: number; place: string }[] = []
  let asOf = Number.NEGATIVE_INFINITY
  let wasAsked: boolean | undefined
  const isClose = () => performance.now() - asOf <= maxDelayMilliseconds

  async function look(): Promise<void> {
    const at = performance.now()
    const noted = await sql<{ place: string }>`select pg_current_wal_lsn()::text as place`.execute(primary)
    notes = [...notes, { at, place: noted.rows[0]?.place as string }].slice(-10)
    const places = notes.map(({ place }) => place)
    const { rows } = await sql<{ reached: number }>`
      select count(*) as reached from unnest(${places}::pg_lsn[]) place
      where place <= pg_last_wal_replay_lsn()`.execute(standby.db)
    asOf = notes[(rows[0]?.reached ?? 0) - 1]?.at ?? asOf
  }

  return {
    ask: async question => {
      if (!isClose()) return question(primary)
      try {
        return await question(standby.db)
      } catch (error) {
        if (error instanceof Refusal) throw error
        asOf = Number.NEGATIVE_INFINITY
        return question(primary)
      }
    },
    watch: {
      name: 'standby',
      everySeconds: 1,
      run: async () => {
        let error: unknown
        await look().catch(problem => {
          error = problem
        })
        if (isClose() === wasAsked) return
        wasAsked = isClose()
        if (wasAsked) log.info('standby is asked')
        else log.error('standby is not asked', { error })
      },
    },
    close: standby.close,
  }
}
