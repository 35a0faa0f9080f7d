import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { contract } from '#contract/contract.ts'
import { seededChance } from '#demo/seeded-chance.ts'
import { sentences } from '#domain/sentences.ts'
import type { Database } from '#server/database/connect.ts'
import { hashPassword } from '#server/features/accounts/hash-password.ts'
import { testPassword } from '#testing/make-account.ts'
import {
  forgetLimits,
  inParallel,
  makePeople,
  type Outcome,
  outcomeOf,
  type Place,
  percentile,
  type Target,
  timed,
} from './target.ts'

/** Tries each of the ten thousand codes, each from another network. */
export async function guessedCodes(place: Place, rounds: number) {
  const [{ email }] = await makePeople(place, 1)
  return async ({ apiFrom, db }: Target) => {
    await apiFrom(1).accounts.sendCode({ purpose: 'resetPassword', email })
    await pause(3_000)
    const codes = seededChance(Math.random()).shuffle(Array.from({ length: 10_000 }, (_, code) => code))
    const told = await inParallel(rounds, 100, round => {
      const code = String(codes[round % 10_000]).padStart(4, '0')
      return outcomeOf(
        apiFrom(round + 10).accounts.resetPassword({ email, code, newPassword: 'playground 8' }),
      )
    })
    const { rows } = await sql<{ tries: number }>`
      select attempts as tries from email_codes where email = ${email}`.execute(db as Database['db'])
    const opened = told.filter(sentence => sentence === undefined).length
    const tries = rows[0]?.tries ?? 0
    return { result: `${opened} opened it, ${tries} compared`, holds: opened === 0 && tries === 5 }
  }
}

/** Compares the times of requesting codes for known and unknown addresses, and of the next call. */
export async function timesOfCodes(place: Place, rounds: number) {
  await writeKnown(place, 'code', rounds, '')
  return async ({ apiFrom, db }: Target) => {
    const aucs: [name: string, auc: number][] = []
    for (const purpose of ['resetPassword', 'register'] as const) {
      const after = { known: [] as number[], unknown: [] as number[] }
      const asked = await timeByTurns('code', rounds, db, async (email, round, who) => {
        const milliseconds = await timed(apiFrom(round + 10).accounts.sendCode({ purpose, email }))
        after[who].push(await timed(apiFrom(round + 10).offerings.class.venues()))
        return milliseconds
      })
      aucs.push([purpose, asked], [`after ${purpose}`, auc(after.known, after.unknown)])
    }
    return toldApart(aucs)
  }
}

/** Compares the times of wrong passwords for known and unknown addresses. */
export async function timesOfLogIns(place: Place, rounds: number) {
  await writeKnown(place, 'login', rounds, await hashPassword(testPassword))
  return async ({ apiFrom, db }: Target) => {
    const ask = (email: string, round: number) =>
      timed(outcomeOf(apiFrom(round + 10).accounts.signIn({ email, password: 'a guess 7' })))
    return toldApart([['log-in', await timeByTurns('login', rounds, db, ask)]])
  }
}

/** Tries wrong passwords for one account, each from another network; then its owner logs in on a known device. */
export async function guessedPasswords(place: Place, rounds: number) {
  const [{ email }] = await makePeople(place, 1)
  return async ({ address, apiFrom, callMeanwhile }: Target) => {
    const { path, input } = contract.accounts.signIn
    const first = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input.encode({ email, password: testPassword })),
    })
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const guesses = inParallel(rounds, 50, round =>
      outcomeOf(apiFrom(round + 10).accounts.signIn({ email, password: `a guess ${round}` })),
    )
    const others = await callMeanwhile(guesses)
    const compared = (await guesses).filter(sentence => sentence === sentences.wrongLogin).length
    const owner = await outcomeOf(apiFrom(9, { cookie }).accounts.signIn({ email, password: testPassword }))
    const p99 = percentile(others, 0.99)
    return {
      result: `${compared} compared, the owner ${owner ?? 'got in'}; 99 % of others' calls within ${p99} ms`,
      holds: compared <= 50 && owner === undefined && p99 < 1_000,
    }
  }
}

/** Makes one network behind the proxy send another invented client address in each try. */
export async function forgedAddresses(_place: Place, rounds: number) {
  return async ({ apiFrom }: Target) => {
    const told = await inParallel(rounds, 8, round => {
      const forwarded = `10.77.${round >> 8}.${round & 255}, 10.66.6.6`
      const { accounts } = apiFrom(0, { 'x-forwarded-for': forwarded })
      return outcomeOf(accounts.signIn({ email: `forged-${round}@example.test`, password: 'a guess 7' }))
    })
    const compared = told.filter(sentence => sentence === sentences.wrongLogin).length
    return { result: `${compared} compared`, holds: compared > 0 && compared <= 100 }
  }
}

/** Requests codes for one address, and for many addresses, each time from another network. */
export async function bombedMailboxes(_place: Place, rounds: number) {
  return async ({ apiFrom, db }: Target) => {
    const database = db as Database['db']
    await forgetLimits(database)
    const ask = (email: string, round: number) =>
      outcomeOf(apiFrom(round + 10).accounts.sendCode({ purpose: 'register', email }))
    const one = await inParallel(rounds, 20, round => ask('bombed@example.test', round))
    const many = await inParallel(rounds, 20, round => ask(`bombed-${round}@example.test`, round))
    const sent = (told: (string | undefined)[]) => told.filter(sentence => sentence === undefined).length
    await forgetLimits(database)
    return {
      result: `${sent(one)} to one address, ${sent(many)} to ${rounds} of them`,
      holds: sent(one) === 1 && sent(many) <= 500,
    }
  }
}

const writeKnown = ({ db }: Place, name: string, count: number, passwordHash: string) =>
  sql`insert into accounts (email, password_hash, created_at)
    select ${name} || '-known-' || n || '@example.test', ${passwordHash}, now()
    from generate_series(1, ${count}::integer) n`.execute(db)

/** Requests known and unknown addresses in random order; returns how well the response time distinguishes them. */
async function timeByTurns(
  name: string,
  rounds: number,
  db: Target['db'],
  ask: (email: string, round: number, who: 'known' | 'unknown') => Promise<number>,
): Promise<number> {
  const asked = { known: [] as number[], unknown: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    // The site as a whole sends five hundred codes an hour.
    if (round % 200 === 0 && db) await forgetLimits(db)
    const pair = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of pair) asked[who].push(await ask(`${name}-${who}-${round}@example.test`, round, who))
  }
  return auc(asked.known, asked.unknown)
}

/** Returns how often a time of the first list exceeds one of the second: 0.5 if they cannot be distinguished. */
function auc(first: number[], second: number[]): number {
  let longer = 0
  for (const one of first) for (const other of second) longer += one > other ? 1 : one === other ? 0.5 : 0
  return longer / (first.length * second.length)
}

const toldApart = (aucs: [name: string, auc: number][]): Outcome => ({
  result: aucs.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(', '),
  holds: aucs.every(([, value]) => value >= 0.45 && value <= 0.55),
})
