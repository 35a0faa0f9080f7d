import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** Returns the ids of the processes of one measured part, as they are now. */
export type Processes = () => Promise<number[]>

/** Returns the seconds of processor time that each process has used; empty where the system is not Linux. */
export async function processorSeconds(processes: Processes): Promise<Map<number, number>> {
  if (process.platform !== 'linux') return new Map()
  const used = (pid: number) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }
  // One that has just ended is left out.
  return new Map((await processes()).filter(pid => existsSync(`/proc/${pid}`)).map(pid => [pid, used(pid)]))
}

/** Measures the seconds of processor that each part used between two samples. A new process started at zero. */
export async function watch(
  parts: Record<string, Processes>,
): Promise<() => Promise<Record<string, number>>> {
  const look = () => Promise.all(Object.values(parts).map(processorSeconds))
  const before = await look()
  return async () => {
    const after = await look()
    const used = after.map((part, index) =>
      [...part].reduce((sum, [pid, seconds]) => sum + seconds - (before[index]?.get(pid) ?? 0), 0),
    )
    return Object.fromEntries(Object.keys(parts).map((name, index) => [name, used[index] as number]))
  }
}

/** Returns the megabytes of a process, with its share of the memory that it shares with others (Linux). */
export function memoryOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const share = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  return Math.round(Number(share?.[1]) / 1024)
}

/** Returns the PostgreSQL processes that serve a database, except the one that answers this query. */
export const backendsOf =
  (db: Db): Processes =>
  async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    return rows.map(({ pid }) => pid)
  }
