import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Work } from '#server/looking-after.ts'
import type { Log } from '#server/services.ts'
import { connectToPostgres, type Db } from './connect.ts'

/** Asks what may be some seconds old: of the standby while it is close behind, else of the database itself. */
export type AskStandby = <T>(ask: (db: Db) => Promise<T>) => Promise<T>

/** How far behind, in milliseconds, what a standby answers may be. */
export const mostBehind = 5_000

/**
 * A standby of `primary` for reading (record 044). Once a second `watch` notes where the primary's log stands, and
 * whether the standby has got as far as one noted before: what it answers is then no older than that note. One that is
 * silent, behind or gone is not asked; a question that it fails is asked of the primary.
 */
export function openStandby(
  url: string,
  { primary, poolSize, isPooled, log }: { primary: Db; poolSize: number; isPooled: boolean; log: Log },
): { ask: AskStandby; watch: Work; close: () => Promise<void> } {
  const standby = connectToPostgres(url, { poolSize, isPooled, answerWithin: 2_000 })
  let notes: { at: number; place: string }[] = []
  let asOf = Number.NEGATIVE_INFINITY
  let wasAsked: boolean | undefined
  const isClose = () => performance.now() - asOf <= mostBehind

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
