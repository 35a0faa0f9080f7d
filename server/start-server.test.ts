import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { freePort } from '#testing/free-port.ts'
import { runToEnd } from '#testing/run-command.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'
import { startServer } from './start-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'maypole-start-'))
const dataDir = join(folder, 'kept')
const started: ChildProcess[] = []
let address: string
let first: ChildProcess
/** The output of the last start. */
let printed = ''

beforeAll(async () => {
  address = `http://127.0.0.1:${await freePort()}`
  first = await startOn(address)
}, 120_000)
afterAll(async () => {
  await Promise.all(started.map(child => endServer(child, 'SIGKILL')))
  rmSync(folder, { recursive: true, force: true })
})

async function startOn(at: string, settings: Record<string, string> = {}): Promise<ChildProcess> {
  const STRIPE_STAND_IN_PORT = String(await freePort())
  printed = ''
  const server = await spawnServer(at, { DATA_DIR: dataDir, STRIPE_STAND_IN_PORT, ...settings }, text => {
    printed += text
  })
  started.push(server)
  return server
}

/** Returns the error and exit code of a start that is refused. */
const refusedStart = (environment: Record<string, string>) =>
  runToEnd(['main.ts'], { DATA_DIR: join(folder, 'other'), ...environment })

const isAlive = () => fetch(`${address}/healthz`).then(answer => answer.ok)

test("a path that looks like another site's address gets 404, not a server error", async () => {
  const { hostname, port } = new URL(address)
  const answered = (path: string) =>
    new Promise(tell =>
      get({ hostname, port, path }, answer => {
        answer.resume()
        tell([answer.statusCode, answer.headers.location])
      }),
    )
  for (const path of ['//', '///', '//elsewhere.example.test/home/classes'])
    expect(await answered(path)).toEqual([302, addresses.home()])
  // A request may name the whole address (RFC 9112 §3.2.2).
  expect(await answered(`http://elsewhere.example.test${addresses.home()}`)).toEqual([200, undefined])
})

test('a process listens only at the address that is set', async () => {
  const port = await freePort()
  const cards = await freePort()
  const server = await startOn(`http://127.0.0.1:${port}`, {
    DATA_DIR: join(folder, 'here'),
    HOST: '127.0.0.1',
    STRIPE_STAND_IN_PORT: `${cards}`,
  })
  expect((await fetch(`http://127.0.0.1:${cards}/`)).status).toBe(404)
  await expect(fetch(`http://127.0.0.2:${cards}/`)).rejects.toThrow('fetch failed')
  await expect(fetch(`http://[::1]:${port}/healthz`)).rejects.toThrow('fetch failed')
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow('fetch failed')
  await endServer(server, 'SIGTERM')
  const { said } = await refusedStart({ HOST: '192.0.2.1', PORT: String(port) })
  expect(said).toBe('Maypole did not start: HOST 192.0.2.1 is no address of this machine\n')
})

test('a second start in a data folder stops and names the process that uses it', async () => {
  const { code, said } = await refusedStart({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  expect(said).toBe(
    `Maypole did not start: DATA_DIR ${dataDir} is in use by process ${first.pid}; stop that first, or set DATA_DIR to another folder\n`,
  )
  expect(code).toBe(1)
  expect(await isAlive()).toBe(true)
})

test.each([
  ['data folder', async () => ({ DATA_DIR: dataDir, PORT: String(await freePort()) })],
  ['port', () => ({ PORT: new URL(address).port })],
])('a second start with the same %s ends within a second', async (_name, settings) => {
  const milliseconds: number[] = []
  // Take the best of five: the machine may be busy with other work.
  for (let attempt = 0; attempt < 5; attempt++) {
    const environment = await settings()
    const began = performance.now()
    await refusedStart(environment)
    milliseconds.push(performance.now() - began)
  }
  expect(Math.min(...milliseconds)).toBeLessThan(1_000)
})

test('the audit does not read a data folder that is in use', async () => {
  const TMPDIR = mkdtempSync(join(folder, 'temporary-'))
  const { code, said } = await runToEnd(['scripts/audit.ts'], { DATA_DIR: dataDir, TMPDIR })
  expect(said).toContain(`is in use by process ${first.pid}`)
  expect(code).toBe(2)
  expect(readdirSync(TMPDIR)).toEqual([])
})

test('an audit of a database that cannot be opened leaves no copy behind', async () => {
  const DATA_DIR = mkdtempSync(join(folder, 'broken-'))
  mkdirSync(join(DATA_DIR, 'database'))
  writeFileSync(join(DATA_DIR, 'database', 'PG_VERSION'), 'none')
  const TMPDIR = mkdtempSync(join(folder, 'temporary-'))
  const { said } = await runToEnd(['scripts/audit.ts'], { DATA_DIR, TMPDIR })
  expect(said).toMatch(/^The audit could not be made: the embedded database in \S+ cannot be opened/)
  expect(readdirSync(TMPDIR)).toEqual([])
})

test('a running server is backed up, and restored in another folder with only its key', async () => {
  const file = join(folder, 'backup.gz')
  const backup = () => runToEnd(['scripts/backup.ts', file], { DATA_DIR: dataDir })
  const uploads = join('media', 'uploads')
  mkdirSync(join(dataDir, uploads), { recursive: true })
  writeFileSync(join(dataDir, uploads, 'a.webp'), 'A picture')
  expect(await backup()).toMatchObject({ code: 0, said: '', printed: expect.stringContaining('1 files;') })
  const nowhere = await runToEnd(['scripts/backup.ts', join(folder, 'no', 'where')], { DATA_DIR: dataDir })
  expect(nowhere).toMatchObject({ code: 2, said: expect.stringMatching(/ cannot be written \(ENOENT\)\n$/) })
  if (process.platform !== 'win32') {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'backup.sock')).mode & 0o777).toBe(0o600)
    for (const own of [dataDir, join(dataDir, 'database')]) expect(statSync(own).mode & 0o777).toBe(0o700)
  }
  expect(await backup()).toMatchObject({ code: 2, said: expect.stringContaining('is there already') })

  const elsewhere = join(folder, 'restored')
  const restore = (DATA_KEY: string) =>
    runToEnd(['scripts/restore.ts', file], { DATA_DIR: elsewhere, DATA_KEY })
  const stranger = await restore(Buffer.alloc(32, 1).toString('base64'))
  expect(stranger.said).toMatch(/^Nothing was restored: .* DATA_KEY of fingerprint [0-9a-f]{8}; [^\n]+\n$/)
  expect(readdirSync(elsewhere)).not.toContain('database')
  const key = readFileSync(join(dataDir, 'data-key')).toString('base64')
  const restored = await restore(key)
  expect(restored.printed).toContain('invariants hold.')
  expect(restored.code).toBe(0)
  expect(readFileSync(join(elsewhere, uploads, 'a.webp'), 'utf8')).toBe('A picture')
  expect(await restore(key)).toMatchObject({ code: 2, said: expect.stringContaining('not empty') })

  const newKey = Buffer.alloc(32, 2).toString('base64')
  const keys = { DATA_DIR: elsewhere, DATA_KEY: key, DATA_KEY_NEW: newKey }
  const rotated = await runToEnd(['scripts/rotate-key.ts'], keys)
  expect(rotated.printed).toMatch(/^The notes of [1-9]\d* children are sealed again/)
  const audit = await runToEnd(['scripts/audit.ts'], { DATA_DIR: elsewhere, DATA_KEY: newKey })
  expect(audit.printed).toContain('invariants hold.')
}, 120_000)

test.each([
  ['the uploads, no backup is made', ['scripts/backup.ts', join(folder, 'without')], 'media'],
  ['the database, no key is changed', ['scripts/rotate-key.ts'], 'database'],
])('backup and restore refuse a DATA_DIR without %s', async (_name, command, missing) => {
  const DATA_DIR = mkdtempSync(join(folder, 'another-'))
  const DATA_KEY_NEW = Buffer.alloc(32, 2).toString('base64')
  // The backup is of a database outside DATA_DIR.
  const DATABASE_URL = missing === 'media' ? 'postgres://maypole@127.0.0.1:9/maypole' : ''
  const { code, said } = await runToEnd(command, { DEMO: '1', DATA_DIR, DATA_KEY_NEW, DATABASE_URL })
  expect(said).toMatch(/^[^\n]+ there is no [^\n]+; set [^\n]+\n$/)
  expect(said).toContain(join(DATA_DIR, missing))
  expect(code).toBe(2)
  expect(readdirSync(folder)).not.toContain('without.unfinished')
})

test('a port in use stops the start before anything is opened', async () => {
  const untouched = join(folder, 'untouched')
  const { code, said } = await refusedStart({ DATA_DIR: untouched, PORT: new URL(address).port })
  expect(said).toMatch(/^Maypole did not start: PORT \d+ is taken by another program; [^\n]+\n$/)
  expect(code).toBe(1)
  expect(existsSync(join(untouched, 'database'))).toBe(false)
})

test.each([
  ['a file', () => writeFileSync(join(folder, 'a-file'), ''), { DATA_DIR: join(folder, 'a-file') }],
  ['below a file', () => undefined, { DATA_DIR: join(folder, 'a-file', 'data') }],
  ['where nothing can be made', () => undefined, { DATA_DIR: '/proc/maypole' }],
])('a data folder that is %s stops the start with one line', async (_name, prepare, environment) => {
  prepare()
  const { code, said } = await refusedStart({ ...environment, PORT: String(await freePort()) })
  expect(said).toMatch(/^Maypole did not start: DATA_DIR [^\n]+ cannot be used: [^\n]+\n$/)
  expect(code).toBe(1)
})

test('an unreadable .env stops the start and a command with one line', async () => {
  const place = join(folder, 'unreadable')
  mkdirSync(join(place, '.env'), { recursive: true })
  const start = await runToEnd([join(process.cwd(), 'main.ts')], {}, place)
  expect(start).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^[^\n]+: \.env cannot be read [^\n]+\n$/),
  })
  const audit = await runToEnd([join(process.cwd(), 'scripts/audit.ts')], {}, place)
  expect(audit).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^[^\n]+: \.env cannot be read [^\n]+\n$/),
  })
})

test.each([
  ['a port where nothing listens', 'postgres://maypole:s3cret@127.0.0.1:9/maypole', 'nothing listens'],
  ['a machine that does not exist', 'postgres://maypole:s3cret@nowhere.invalid/maypole', 'name'],
])('a database at %s stops the start with a sentence', async (_name, url, reason) => {
  const { code, said } = await refusedStart({ DEMO: '1', DATABASE_URL: url, PORT: String(await freePort()) })
  expect(said).toMatch(/^Maypole did not start: DATABASE_URL cannot be reached: [^\n]+\n$/)
  expect(said).toContain(reason)
  expect(said).not.toContain('s3cret')
  expect(code).toBe(1)
  const audit = await runToEnd(['scripts/audit.ts'], { DEMO: '1', DATABASE_URL: url })
  expect(audit.said).toBe(said.replace('Maypole did not start', 'The audit could not be made'))
  const restore = await runToEnd(['scripts/restore.ts', 'backup.gz'], {
    DEMO: '1',
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'unreached'),
  })
  expect(restore.said).toBe(said.replace('Maypole did not start', 'Nothing was restored'))
})

/** Answers connections as a PgBouncer that refuses session settings. */
function answerAsPooler(socket: Socket): void {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter in options: plan_cache_mode', '']
  const body = Buffer.from(`${fields.join('\0')}\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(body.length + 4, 1)
  socket.once('data', () => socket.end(Buffer.concat([head, body])))
}

test('a pooler that refuses session settings stops the start and names the setting to change', async () => {
  const pooler = createServer(answerAsPooler).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { port } = pooler.address() as AddressInfo
  const { code, said } = await refusedStart({
    DEMO: '1',
    DATABASE_URL: `postgres://maypole@127.0.0.1:${port}/maypole`,
    PORT: String(await freePort()),
  })
  pooler.close()
  expect(said).toBe(
    'Maypole did not start: DATABASE_URL cannot be reached: a pooler answers there; set DATABASE_POOLER=transaction\n',
  )
  expect(code).toBe(1)
})

test('a process started by npm ends when npm ends', async () => {
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: String(port),
      STRIPE_STAND_IN_PORT: String(await freePort()),
      DATA_DIR: join(folder, 'by-npm'),
    },
    shell: process.platform === 'win32',
  })
  started.push(npm)
  await new Promise<void>((resolve, reject) => {
    npm.stdout?.on('data', text => String(text).includes('is ready') && resolve())
    npm.once('exit', code => reject(new Error(`npm ended with ${code}`)))
  })
  const server = Number(readFileSync(join(folder, 'by-npm', 'in-use-by'), 'utf8'))
  npm.kill('SIGTERM')
  await expect.poll(() => isRunning(server), { timeout: 20_000 }).toBe(false)
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
}, 120_000)

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

test('signals during closing do not interrupt it', async () => {
  const kept = join(folder, 'closed-once')
  const settings = { DATA_DIR: kept, BUSINESS: 'empty' }
  const server = await startOn(`http://127.0.0.1:${await freePort()}`, settings)
  while (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM')
    server.kill('SIGINT')
    await pause(5)
  }
  expect([server.exitCode, server.signalCode]).toEqual([0, null])
  expect(existsSync(join(kept, 'in-use-by'))).toBe(false)
}, 120_000)

test('a part that fails to close does not keep the others open', async () => {
  const DATA_DIR = join(folder, 'ended-badly')
  const keys = { secretKey: 'sk_test_never_called', webhookSecret: 'whsec_never_called' }
  const close = () => Promise.reject(new Error('the cards cannot be let go'))
  const server = await startServer(
    { DATA_DIR, BUSINESS: 'empty', PORT: String(await freePort()) },
    async () => ({
      fillDatabase: async () => {},
      openCards: async () => ({ stripe: new Stripe(keys.secretKey), keys, close }),
      work: [],
    }),
  )
  await expect(server.close()).rejects.toThrow('the cards cannot be let go')
  expect(existsSync(join(DATA_DIR, 'in-use-by'))).toBe(false)
}, 120_000)

test('the next start can use the data folder of a killed process', async () => {
  await endServer(first, 'SIGKILL')
  first = await startOn(address)
  expect(await isAlive()).toBe(true)
}, 60_000)

test('a start names its business and tells how its first owner signs in', async () => {
  const saysReady = (words: string) =>
    expect.poll(() => printed).toContain(`Maypole is ready on ${address} (${words})`)
  await saysReady('with Conker & Kite, for trying out')
  expect(printed).not.toContain('/office/welcome')
  await endServer(first)
  // The contents of the data folder decide, whatever BUSINESS says.
  first = await startOn(address, { BUSINESS: 'empty' })
  await saysReady('with Conker & Kite, for trying out')
  expect(await (await fetch(`${address}/office`)).text()).toContain('<meta name="demo" content="people">')
  await endServer(first)
  first = await startOn(address, { BUSINESS: 'empty', DATA_DIR: join(folder, 'empty') })
  await saysReady('with no business yet, for trying out')
  await expect.poll(() => printed).toMatch(/Make the owner's account: http\S+\/office\/welcome#\S+/)
  // Without the setting, an empty business neither becomes the invented one nor opens its office to visitors.
  await endServer(first)
  first = await startOn(address, { DATA_DIR: join(folder, 'empty') })
  await saysReady('with no business yet, for trying out')
  expect(await (await fetch(`${address}/office`)).text()).toContain('<meta name="demo" content="empty">')
}, 120_000)

/** Settings of production that need nothing outside this machine. */
const production = (name: string) => ({
  NODE_ENV: 'production',
  BUSINESS: 'empty',
  DATA_DIR: join(folder, name),
  DATA_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://classes.example.test',
  STRIPE_SECRET_KEY: 'sk_live_never_called',
  STRIPE_WEBHOOK_SECRET: 'whsec_never_called',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'A business <hello@example.test>',
})

test('a production start says so in its log', async () => {
  const at = `http://127.0.0.1:${await freePort()}`
  await startOn(at, production('in-production'))
  await expect
    .poll(() => printed)
    .toContain('Maypole is ready on https://classes.example.test (in production)')
}, 60_000)

test('production refuses to start without built pages, before it opens anything', async () => {
  const unbuilt = mkdtempSync(join(folder, 'unbuilt-'))
  for (const part of ['main.ts', 'package.json', 'server', 'contract', 'domain', 'node_modules'])
    symlinkSync(join(process.cwd(), part), join(unbuilt, part))
  const { code, said } = await runToEnd(
    ['--preserve-symlinks', '--preserve-symlinks-main', join(unbuilt, 'main.ts')],
    { ...production('not-opened'), PORT: String(await freePort()) },
    unbuilt,
  )
  expect(said).toBe('Maypole did not start: the pages are not built: npm run build\n')
  expect(code).toBe(1)
  expect(existsSync(join(folder, 'not-opened', 'database'))).toBe(false)
}, 60_000)
