import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** The processes of a part of what is measured, as they are now. */
export type Processes = () => Promise<number[]>

/** Seconds of processor that each process has used, where the system tells it (Linux). */
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

/** What each part has used between two looks, in seconds of processor; a process that is new began at nothing. */
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

/** Megabytes that a process has for itself, with its share of what it has together with others (Linux). */
export function memoryOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const share = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  return Math.round(Number(share?.[1]) / 1024)
}

/** PostgreSQL's processes that serve a database, the asking one apart. */
export const backendsOf =
  (db: Db): Processes =>
  async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    return rows.map(({ pid }) => pid)
  }
