import { sql } from 'kysely'
import type { Api } from '#contract/client.ts'
import type { Database } from '#server/database/connect.ts'
import { writeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { refusal } from '#testing/refusal.ts'
import type { servicesOfDatabase } from '#testing/services-of-database.ts'

export type Place = ReturnType<typeof servicesOfDatabase>
export interface Outcome {
  result: string
  holds: boolean
}
/** The server that is attacked. */
export interface Target {
  address: string
  /** Returns the API as called from a network of this number. */
  apiFrom: (network: number, headers?: Record<string, string>) => Api
  /** Measures a visitor's calls, one after the other, until the work is over; returns milliseconds. */
  callMeanwhile: <T>(work: Promise<T>) => Promise<number[]>
  /** The server's database; undefined for the embedded one, which only the server can open. */
  db: Database['db'] | undefined
}
export type Person = Awaited<ReturnType<typeof makePeople>>[number]

/** Inserts families directly. */
export async function makePeople(place: Place, count: number, children = 1) {
  const people = []
  for (let made = 0; made < count; made++) {
    const account = await writeAccount(place)
    const childIds = []
    for (let child = 0; child < children; child++) childIds.push(await makeChild(place, account))
    people.push({ ...account, childIds, fullName: 'Priya Shah' })
  }
  type Made = (typeof people)[number]
  return people as [Made, Made, ...Made[]]
}

/** Returns the sentence of a refusal, or of any other error. */
export const outcomeOf = (call: Promise<unknown>) => refusal(call).catch(error => `fault: ${error.message}`)

/** Runs the work of each round, at most `maxConcurrent` at once. */
export async function inParallel<T>(
  rounds: number,
  maxConcurrent: number,
  work: (round: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < rounds) results.push(await work(next++))
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
  return results
}

/** Returns '4990 × Wrong, 10 × Not found'. */
export function tally(told: (string | undefined)[]): string {
  const counts = Map.groupBy(told, one => one ?? 'answered')
  return [...counts].map(([one, all]) => `${all.length} × ${one}`).join(', ')
}

export const percentile = (numbers: number[], share: number): number =>
  Math.round(numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * share)] ?? 0)

export const forgetLimits = (db: Database['db']) => sql`delete from rate_limits`.execute(db)

export async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work
  return performance.now() - began
}
