// The long programme of attacks, by `npm run attack`: what each row proves, in how many rounds, and what came of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { contract } from '#contract/contract.ts'
import type { Call } from '#contract/wire.ts'
import { freePort } from '#testing/free-port.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'
import { startPostgres } from '#testing/start-postgres.ts'

/** The server that is attacked, and its database. */
interface Target {
  /** Makes a call as somebody of the network; gives the milliseconds until its answer was read. */
  ask: <Input>(call: Call<Input, unknown>, input: Input, network: number) => Promise<number>
  query: (text: string, values?: unknown[]) => Promise<unknown>
}

interface Row {
  name: string
  proves: string
  rounds: number
  attack: (target: Target, rounds: number) => Promise<{ result: string; holds: boolean }>
}

const rows: Row[] = [
  {
    name: 'times of codes',
    proves: 'how long asking for a code takes does not tell whether an address has an account',
    rounds: 1_000,
    attack: timeCodes,
  },
]

/** Asks for codes for known and unknown addresses by turns, in an order that chance chooses, and what comes after. */
async function timeCodes({ ask, query }: Target, rounds: number) {
  await query(
    `insert into accounts (email, password_hash, created_at)
    select 'known-' || n || '@example.test', '', now() from generate_series(1, $1) n`,
    [rounds],
  )
  const aucs: [name: string, auc: number][] = []
  for (const purpose of ['resetPassword', 'register'] as const) {
    const asked: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const after: typeof asked = { known: [], unknown: [] }
    for (let round = 1; round <= rounds; round++) {
      // The site as a whole sends five hundred an hour.
      if (round % 200 === 0) await query('delete from rate_limits')
      const pair = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const who of pair) {
        const email = `${who}-${round}@example.test`
        asked[who].push(await ask(contract.accounts.sendCode, { purpose, email }, round))
        after[who].push(await ask(contract.notifications.countUnread, undefined, round))
      }
    }
    aucs.push(
      [purpose, auc(asked.known, asked.unknown)],
      [`after ${purpose}`, auc(after.known, after.unknown)],
    )
  }
  return {
    result: aucs.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(', '),
    holds: aucs.every(([, value]) => value >= 0.45 && value <= 0.55),
  }
}

/** How often one of the first takes longer than one of the second: 0.5 when nothing tells them apart. */
function auc(first: number[], second: number[]): number {
  let longer = 0
  for (const one of first) for (const other of second) longer += one > other ? 1 : one === other ? 0.5 : 0
  return longer / (first.length * second.length)
}

const postgres = await startPostgres([])
const folder = mkdtempSync(join(tmpdir(), 'maypole-attack-'))
const address = `http://127.0.0.1:${await freePort()}`
const databaseUrl = postgres.urlOf('maypole_attack')
const admin = new pg.Client({ connectionString: postgres.urlOf('postgres') })
await admin.connect()
await admin.query('drop database if exists maypole_attack with (force)')
await admin.query('create database maypole_attack')
await admin.end()
const server = await spawnServer(address, {
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
  TRUSTED_PROXIES: '1',
  STRIPE_STAND_IN_PORT: String(await freePort()),
})
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
const target: Target = {
  ask: async ({ path, input: form }, input, network) => {
    const started = performance.now()
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
      },
      body: JSON.stringify(form.encode(input)),
    })
    await answer.text()
    return performance.now() - started
  },
  query: (text, values) => database.query(text, values),
}
try {
  const results = []
  for (const { name, proves, rounds, attack } of rows) {
    const { result, holds } = await attack(target, rounds)
    results.push({ name, proves, rounds, result, holds })
    if (!holds) process.exitCode = 1
  }
  console.table(results)
} finally {
  await database.end()
  await endServer(server)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
