import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Envelope } from '#contract/client.ts'
import { makeOfficeApi } from '#contract/office/client.ts'
import { demoMode } from '#demo/demo-mode.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { apiAt } from '#testing/api-at.ts'
import { freePort } from '#testing/free-port.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { refusal } from '#testing/refusal.ts'
import { isLiveKey, readConfig, SettingError } from './config.ts'
import { startServer } from './start-server.ts'

const key = randomBytes(32)
const inProduction = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://classes.example.test',
  STRIPE_SECRET_KEY: 'sk_live_never_called',
  STRIPE_WEBHOOK_SECRET: 'whsec_never_called',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'A business <hello@example.test>',
  DATA_KEY: key.toString('base64'),
}
const read = (env: Record<string, string | undefined>) => readConfig(env, () => key)

test('the product can be tried without any setting', () => {
  expect(read({})).toMatchObject({ isDemo: true, port: 3000, publicUrl: 'http://localhost:3000' })
})

test('production starts with the settings it needs', () => {
  expect(read(inProduction)).toMatchObject({ isDemo: false })
})

test.each([
  [
    'a live key',
    { STRIPE_SECRET_KEY: inProduction.STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_never_called' },
  ],
  ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ['a database elsewhere', { DATABASE_URL: 'postgres://maypole@db.example.test/maypole' }],
  [
    'a database elsewhere, named by a parameter',
    { DATABASE_URL: 'postgres:///maypole?host=db.example.test' },
  ],
  ['an address that others reach', { PUBLIC_URL: 'https://classes.example.test' }],
])("production's rules hold whatever NODE_ENV is once %s is set", (_name, setting) => {
  for (const NODE_ENV of ['', 'prod', 'Production', 'development']) {
    expect(() => read({ NODE_ENV, ...setting })).toThrow(/is required in production/)
    expect(read({ ...inProduction, NODE_ENV }).isDemo).toBe(false)
  }
})

test.each([
  { DATABASE_URL: 'postgres://maypole@localhost:5432/maypole' },
  { DATABASE_URL: 'postgres:///maypole?host=/var/run/postgresql' },
  { PUBLIC_URL: 'http://127.0.0.1:3000' },
  { DEMO: '1', PUBLIC_URL: 'https://demo.example.test', SMTP_URL: 'smtp://127.0.0.1:9' },
  { DEMO: '1', STRIPE_SECRET_KEY: 'sk_test_practice', STRIPE_WEBHOOK_SECRET: 'whsec_practice' },
])('these settings start demo mode: %j', setting => {
  expect(read(setting)).toMatchObject({ isDemo: true })
})

test('missing production settings or a live key never start demo mode', () => {
  expect(() => read({ NODE_ENV: 'production' })).toThrow('is required in production')
  expect(() => read({ ...inProduction, DEMO: '1' })).toThrow('DEMO=1')
  expect(() => read({ ...inProduction, NODE_ENV: '', DEMO: '1' })).toThrow('live key')
  expect(() => read({ DEMO: 'yes' })).toThrow('DEMO must be 1 or 0')
})

test.each(['PUBLIC_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_FROM', 'DATA_KEY'])(
  'production refuses to start when %s is missing or empty',
  name => {
    for (const empty of [undefined, '', ' ']) {
      expect(() => readConfig({ ...inProduction, [name]: empty }, () => key)).toThrow(name)
    }
  },
)

test.each([
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['PUBLIC_URL', 'classes.example.test'],
  ['PUBLIC_URL', 'http://classes.example.test'],
  ['OFFICE_URL', 'office.example.test'],
  ['OFFICE_URL', 'http://office.example.test'],
  ['OFFICE_URL', 'https://classes.example.test:8443'],
  ['DATABASE_URL', 'mysql://localhost/maypole'],
  ['DATABASE_URL', 'postgres://maypole:se cret@[db/maypole'],
  ['DATABASE_POOL_SIZE', '0'],
  ['DATABASE_POOLER', 'session'],
  ['DATABASE_READ_URL', 'mysql://localhost/maypole'],
  ['DATABASE_READ_URL', 'postgres://a-standby-of-nothing/maypole'],
  ['SMTP_URL', 'mail.example.test'],
  ['STRIPE_SECRET_KEY', 'pk_live_the_wrong_one'],
  ['STRIPE_SECRET_KEY', 'sk_test_the_wrong_one'],
  ['STRIPE_SECRET_KEY', 'sk_live_'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_the_wrong_one'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_ a b c d'],
  ['DATA_KEY', 'short'],
  ['DATA_KEY_NEW', 'short'],
  ['DATA_KEY', Buffer.alloc(32).toString('base64')],
  ['DATA_KEY_NEW', Buffer.alloc(32, 7).toString('base64')],
  ['API_BASE', 'not a url'],
  ['API_BASE', '/api'],
  ['IMAGE_BASE', 'javascript:alert(1)//'],
  ['IMAGE_BASE', '//elsewhere.example.test/'],
  ['MAIL_FROM', 'not an address'],
  ['MAIL_FROM', 'A business <hello>'],
  ['DKIM_SELECTOR', 'maypole'],
  ['TRUSTED_PROXIES', '-1'],
  ['HOST', 'localhost'],
  ['HOLD_MINUTES', '30'],
  ['LOG_LEVEL', 'loud'],
  ['ACCESS_LOG', 'yes'],
  ['OFFLINE_REGISTERS', 'no'],
  ['METRICS_TOKEN', 'short'],
])('%s=%s stops the start with one line that names it', (name, value) => {
  let problem: unknown
  try {
    read({ ...inProduction, [name]: value })
  } catch (error) {
    problem = error
  }
  expect(problem).toBeInstanceOf(SettingError)
  expect((problem as Error).message).toMatch(new RegExp(`^${name} [^\\n]+$`))
  expect((problem as Error).message).not.toContain('the_wrong_one')
})

test('a key that signs mails is read as PEM or as base64; a short one or another kind is refused', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const withKey = (DKIM_PRIVATE_KEY: string, DKIM_SELECTOR = 'maypole') =>
    read({ ...inProduction, DKIM_SELECTOR, DKIM_PRIVATE_KEY }).dkim
  const forms = [
    pem,
    pem.replaceAll('\n', '\\n'),
    ...(['pkcs8', 'pkcs1'] as const).map(type =>
      privateKey.export({ type, format: 'der' }).toString('base64'),
    ),
  ]
  for (const form of forms) {
    expect(withKey(form)?.selector).toBe('maypole')
    expect(withKey(form)?.privateKey.trim()).toBe(pem.trim())
  }
  const short = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey
  const other = generateKeyPairSync('ed25519').privateKey
  for (const key of [short, other]) {
    const wrong = key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
    expect(() => withKey(wrong)).toThrow(/^DKIM_PRIVATE_KEY must be an RSA key of 2048 bits/)
  }
  expect(() => withKey('nothing')).toThrow(/^DKIM_PRIVATE_KEY/)
  expect(() => withKey(pem, 'not a name')).toThrow(/^DKIM_SELECTOR/)
})

test('behind a proxy production listens on its own machine only, unless HOST is set', () => {
  const hostOf = (env: Record<string, string>) => read({ ...inProduction, ...env }).host
  expect(hostOf({})).toBeUndefined()
  expect(hostOf({ TRUSTED_PROXIES: '1' })).toBe('127.0.0.1')
  expect(hostOf({ TRUSTED_PROXIES: '1', HOST: '::' })).toBe('::')
  expect(read({ TRUSTED_PROXIES: '1' }).host).toBeUndefined()
})

test('the office is at PUBLIC_URL unless it has its own host name', () => {
  expect(read(inProduction).officeUrl).toBe(inProduction.PUBLIC_URL)
  const given = 'https://office.example.test/'
  expect(read({ ...inProduction, OFFICE_URL: given }).officeUrl).toBe('https://office.example.test')
})

test('.env.example and docs/running.md list every setting', () => {
  const asked = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name: string) => void asked.add(name) }), () => key)
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)]
  expect(listed.map(([, name]) => name).toSorted()).toEqual([...asked].toSorted())
  const table = readFileSync('docs/running.md', 'utf8').split('\n## ')[2] ?? ''
  const told = [...table.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  )
  expect(told.toSorted()).toEqual([...asked].toSorted())
})

test('production has no mailbox page, demo accounts, open office or practice cards', async () => {
  const database = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'maypole-production-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = await startServer(
    { ...inProduction, PORT: String(port), DATA_DIR: folder, DATABASE_URL: database.url },
    async () => demoMode,
  )
  onTestFinished(async () => {
    await server.close()
    await database.close()
    rmSync(folder, { recursive: true })
  })
  const demoParent = { email: 'parent@example.test', password: 'Password1' }
  expect(await refusal(apiAt(address).accounts.signIn(demoParent))).toBe(sentences.wrongLogin)
  const mailbox = await fetch(`${address}/dev/mailbox.json`, { redirect: 'manual' })
  expect(mailbox.headers.get('content-type') ?? '').not.toContain('json')
  expect(await (await fetch(`${address}/dev/mailbox`)).text()).not.toContain('Mailbox')
  expect(await (await fetch(`${address}/login`)).text()).not.toContain('parent@example.test')
  const office = makeOfficeApi(async (path, body) => {
    const headers = {
      'content-type': 'application/json',
      'x-office': '1',
      origin: inProduction.PUBLIC_URL,
    }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${address}/api/${path}`, sent)).json() as Promise<Envelope>
  })
  expect(await office.session.ways({})).toEqual({ isDemo: false, business: '', accent: '#c23f1b' })
  expect(await refusal(office.session.signInToDemo({ role: 'owner' }))).toBe(officeSentences.signInFailed)
  expect(server.firstOwnerAddress).toMatch(/\/office\/welcome#[\w-]{43}$/)
  await expect(fetch(`http://127.0.0.1:${port + 1}/`)).rejects.toThrow()
})

test.each([
  ['sk_live_1', true],
  ['rk_live_1', true],
  ['sk_test_live_1', false],
  [undefined, false],
])('the key %s moves real money: %s', (secretKey, moves) => {
  expect(isLiveKey(secretKey)).toBe(moves)
})

test.each([
  ['Conker & Kite <hello@example.test>', 'Conker & Kite'],
  ['<hello@example.test>', ''],
  ['hello@example.test', ''],
])('the sender %s is called “%s”', (MAIL_FROM, name) => {
  expect(read({ MAIL_FROM }).mailFrom).toEqual({ name, address: 'hello@example.test' })
})

test('without a mail server and sender, production starts, and the office sets both', () => {
  const { SMTP_URL, MAIL_FROM, ...others } = inProduction
  expect(read(others)).toMatchObject({ smtpUrl: undefined, isMailServerOfOffice: true })
  expect(read(inProduction)).toMatchObject({ smtpUrl: SMTP_URL, isMailServerOfOffice: false })
  expect(read({ NODE_ENV: '' })).toMatchObject({ isMailServerOfOffice: false })
})
