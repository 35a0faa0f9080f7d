import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { defaultHoldMinutes } from '#domain/limits.ts'

/** A bucket of an S3-compatible store. Requests use `endpoint/bucket/path`, which every such store understands. */
export interface Bucket {
  endpoint: string
  name: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Every setting of a process, parsed once at the start. `.env.example` lists them. */
export interface Config {
  /** Demo mode: invented business, demo accounts, mailbox page, practice card provider. */
  isDemo: boolean
  /**
   * The business that the first start creates; later starts use the one in the database. Production always starts with
   * 'empty'.
   */
  business: 'demo' | 'empty'
  port: number
  publicUrl: string
  /** Where staff work: PUBLIC_URL, or a host name of its own. */
  officeUrl: string
  dataDir: string
  databaseUrl: string | undefined
  databasePoolSize: number
  /** Whether a pooler in transaction mode is in front of the database. */
  isDatabasePooled: boolean
  /** A standby from which visitors' timetables are read. */
  databaseReadUrl: string | undefined
  /** The keys of the card provider; `accountId` and `version` are those of keys that were entered in the office. */
  stripe:
    | {
        secretKey: string
        webhookSecret: string
        isPractice?: boolean
        accountId?: string
        version?: number
      }
    | undefined
  /** Whether the owner enters the keys in the office, because no setting names them (decision O-197). */
  isStripeOfOffice: boolean
  /** The port of the practice card provider, which runs when there are no Stripe keys. */
  standInPort: number
  /** The mail server. Without one in demo mode, mails stay in the practice mailbox. */
  smtpUrl: string | undefined
  /** The name is '' when the setting is only an address. */
  mailFrom: { name: string; address: string }
  /** Whether `smtpUrl` and `mailFrom` come from the office, because no setting has them (decision O-196). */
  isMailServerOfOffice: boolean
  /** Signs mails in the name of the sender's domain; undefined if the mail server does, or nobody. */
  dkim: { selector: string; privateKey: string } | undefined
  /** Encrypts medical and allergy notes: 32 bytes. */
  dataKey: Buffer
  /** The key to which `npm run rotate-key` changes the notes. */
  newDataKey: Buffer | undefined
  /** Keys the hashes of codes and the signatures of links: 32 bytes. */
  pepper: Buffer
  apiBase: string
  imageBase: string
  /** Where uploads are stored; undefined means in dataDir. */
  bucket: Bucket | undefined
  /** How many proxies in front of this process are trusted to name the caller's address. */
  trustedProxies: number
  /** The only address of this machine to listen at; undefined means all. */
  host: string | undefined
  holdMinutes: number
  logLevel: LogLevel
  /** Whether each request writes a line to the log, and whether the line has the caller's address. */
  accessLog: 'off' | 'on' | 'addresses'
  /** Whether registers work without a signal; off removes them from all devices. */
  hasOfflineRegisters: boolean
  /** The token with which Prometheus reads /metrics; without one /metrics does not exist. */
  metricsToken: string | undefined
}
/** The sender of mails in demo mode without MAIL_FROM. */
export const usualSenders: Record<Config['business'], Config['mailFrom']> = {
  demo: { name: 'Conker & Kite', address: 'hello@conkerandkite.example.test' },
  empty: { name: '', address: 'hello@example.test' },
}

export type LogLevel = (typeof logLevels)[number]

const logLevels = ['silent', 'error', 'info'] as const

/** A setting that is wrong or missing. The message is one line that names it and the reason. */
export class SettingError extends Error {}

type Environment = Record<string, string | undefined>

/**
 * Reads the settings; throws SettingError. `localKey` returns the random key that a demo process keeps in its
 * data folder.
 */
export function readConfig(env: Environment, localKey: (dataDir: string) => Buffer): Config {
  const text = (key: string) => env[key]?.trim() || undefined
  const port = wholeNumber('PORT', text('PORT') ?? '3000', 0, 65_535)
  const publicUrl = httpUrl('PUBLIC_URL', text('PUBLIC_URL') ?? `http://localhost:${port}`)
  const officeUrl = officeAddress(text('OFFICE_URL'), publicUrl)
  const databaseUrl = postgresUrl('DATABASE_URL', text('DATABASE_URL'))
  const databaseReadUrl = postgresUrl('DATABASE_READ_URL', text('DATABASE_READ_URL'))
  if (databaseReadUrl && !databaseUrl) {
    throw new SettingError(
      'DATABASE_READ_URL is set but DATABASE_URL is not: it is a standby of that database',
    )
  }
  const smtpUrl = text('SMTP_URL')
  if (smtpUrl && !(/^smtps?:\/\//.test(smtpUrl) && URL.canParse(smtpUrl))) {
    throw new SettingError('SMTP_URL must be an address that begins with smtp:// or smtps://')
  }
  const databasePoolSize = wholeNumber('DATABASE_POOL_SIZE', text('DATABASE_POOL_SIZE') ?? '8', 1, 100)
  const isDemo = isForDemo(text, publicUrl)
  const stripe = stripeSettings(text('STRIPE_SECRET_KEY'), text('STRIPE_WEBHOOK_SECRET'), isDemo)
  const key = text('DATA_KEY')
  if (!isDemo) {
    if (!key)
      throw new SettingError(
        'DATA_KEY is required in production: 32 random bytes in base64, kept apart from the database',
      )
    if (smtpUrl && !text('MAIL_FROM'))
      throw new SettingError('MAIL_FROM is required with SMTP_URL: the name and address of your mails')
    if (!smtpUrl && text('MAIL_FROM'))
      throw new SettingError('SMTP_URL is required with MAIL_FROM: or leave both out and use the office')
    if (!text('PUBLIC_URL'))
      throw new SettingError('PUBLIC_URL is required in production: the address parents use')
    if (publicUrl.startsWith('http:') && !isOnThisMachine(publicUrl))
      throw new SettingError('PUBLIC_URL must begin with https:// in production')
  }
  const trustedProxies = wholeNumber('TRUSTED_PROXIES', text('TRUSTED_PROXIES') ?? '0', 0, 10)
  const business = isDemo ? oneOf('BUSINESS', text('BUSINESS') ?? 'demo', ['demo', 'empty']) : 'empty'
  const dataDir = resolve(text('DATA_DIR') ?? './data')
  const dataKey = key ? keyFrom('DATA_KEY', key) : localKey(dataDir)
  const newKey = text('DATA_KEY_NEW')
  const newDataKey = newKey ? keyFrom('DATA_KEY_NEW', newKey) : undefined
  for (const [name, bytes] of Object.entries({ DATA_KEY: dataKey, DATA_KEY_NEW: newDataKey })) {
    if (!isDemo && bytes && new Set(bytes).size === 1)
      throw new SettingError(`${name} must be random (openssl rand -base64 32)`)
  }
  return {
    isDemo,
    business,
    port,
    publicUrl,
    officeUrl,
    dataDir,
    databaseUrl,
    databasePoolSize,
    isDatabasePooled:
      oneOf('DATABASE_POOLER', text('DATABASE_POOLER') ?? 'none', ['none', 'transaction']) !== 'none',
    databaseReadUrl,
    stripe,
    isStripeOfOffice: !isDemo && !stripe,
    standInPort: wholeNumber(
      'STRIPE_STAND_IN_PORT',
      text('STRIPE_STAND_IN_PORT') ?? String(port + 1),
      1,
      65_535,
    ),
    smtpUrl,
    mailFrom: sender(text('MAIL_FROM')) ?? usualSenders[business],
    isMailServerOfOffice: !isDemo && !smtpUrl,
    dkim: dkimSettings(text('DKIM_SELECTOR'), text('DKIM_PRIVATE_KEY')),
    dataKey,
    newDataKey,
    pepper: createHash('sha256').update('pepper').update(dataKey).digest(),
    apiBase: baseAddress('API_BASE', text('API_BASE') ?? '/api/'),
    imageBase: baseAddress('IMAGE_BASE', text('IMAGE_BASE') ?? '/media/'),
    bucket: bucketSettings(text),
    trustedProxies,
    // A caller who bypasses the proxy could claim any network address.
    host: ipAddress('HOST', text('HOST')) ?? (!isDemo && trustedProxies > 0 ? '127.0.0.1' : undefined),
    holdMinutes: wholeNumber('HOLD_MINUTES', text('HOLD_MINUTES') ?? String(defaultHoldMinutes), 31, 60),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', logLevels),
    hasOfflineRegisters:
      oneOf('OFFLINE_REGISTERS', text('OFFLINE_REGISTERS') ?? 'on', ['on', 'off']) === 'on',
    accessLog: oneOf('ACCESS_LOG', text('ACCESS_LOG') ?? 'off', ['off', 'on', 'addresses']),
    metricsToken: secret('METRICS_TOKEN', text('METRICS_TOKEN')),
  }
}

function postgresUrl(name: string, address: string | undefined): string | undefined {
  if (!address || (/^postgres(ql)?:\/\//.test(address) && URL.canParse(address))) return address
  throw new SettingError(`${name} must be an address that begins with postgres:// or postgresql://`)
}

/**
 * Demo mode lets anyone read the mailbox and log in as the demo's people. A mistake must never lead to it, so
 * it needs DEMO=1, or that no production setting is present.
 */
function isForDemo(text: (key: string) => string | undefined, publicUrl: string): boolean {
  const demoSetting = text('DEMO')
  if (demoSetting !== undefined && demoSetting !== '0' && demoSetting !== '1')
    throw new SettingError('DEMO must be 1 or 0')
  const isNamedProduction = text('NODE_ENV') === 'production'
  if (demoSetting === '1' && isNamedProduction) {
    throw new SettingError('DEMO=1 and NODE_ENV=production contradict each other: unset one of them')
  }
  if (demoSetting !== undefined) return demoSetting === '1'
  const databaseUrl = text('DATABASE_URL')
  const hasRealPart =
    text('STRIPE_SECRET_KEY') !== undefined ||
    text('SMTP_URL') !== undefined ||
    (databaseUrl !== undefined && !isOnThisMachine(databaseUrl)) ||
    !isOnThisMachine(publicUrl)
  return !isNamedProduction && !hasRealPart
}

/** Whether only this machine can reach the address. A database may be named by the folder of its socket. */
export function isOnThisMachine(address: string): boolean {
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? hostname
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|\/.*|)$/.test(host)
}

function stripeSettings(
  secretKey: string | undefined,
  webhookSecret: string | undefined,
  isDemo: boolean,
): Config['stripe'] {
  if (!secretKey) {
    if (webhookSecret) throw new SettingError('STRIPE_WEBHOOK_SECRET is set but STRIPE_SECRET_KEY is not')
    return undefined
  }
  if (!/^(sk|rk)_(live|test)_\S+$/.test(secretKey)) {
    throw new SettingError('STRIPE_SECRET_KEY must be a secret key (sk_… or rk_…)')
  }
  const isLive = isLiveKey(secretKey)
  if (!isDemo && !isLive) {
    throw new SettingError('STRIPE_SECRET_KEY is a test key: no money would move; set DEMO=1 to try it out')
  }
  if (isDemo && isLive) {
    throw new SettingError('STRIPE_SECRET_KEY is a live key, which DEMO=1 must not have: money would move')
  }
  if (!webhookSecret || !/^whsec_\S{8,}$/.test(webhookSecret)) {
    throw new SettingError(
      'STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY: whsec_ and what follows',
    )
  }
  return { secretKey, webhookSecret }
}

/** Whether payments with this key move real money. */
export const isLiveKey = (secretKey = ''): boolean => /^(sk|rk)_live_/.test(secretKey)

function bucketSettings(text: (key: string) => string | undefined): Bucket | undefined {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const missing = names.filter(name => !text(name))
  if (missing.length === names.length) return undefined
  if (missing.length > 0) {
    const given = names.filter(name => !missing.includes(name))
    throw new SettingError(`${given.join(', ')} set but not ${missing.join(', ')}: uploads need all five`)
  }
  const [address = '', name = '', region = '', accessKeyId = '', secretAccessKey = ''] = names.map(text)
  const endpoint = httpUrl('S3_ENDPOINT', address)
  if (new URL(address).href !== `${endpoint}/`) {
    throw new SettingError('S3_ENDPOINT must be an address without a path: the bucket has its own setting')
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    throw new SettingError(
      'S3_BUCKET must be a bucket’s name: 3 to 63 small letters, digits, dots and hyphens',
    )
  }
  if (!/^[a-z0-9-]+$/.test(region)) {
    throw new SettingError('S3_REGION must be a region’s name, for example eu-west-2')
  }
  return { endpoint, name, region, accessKeyId, secretAccessKey }
}

const minDkimBits = 2_048

/** Reads the key that signs mails: PEM, in which `\n` may stand for a line's end, or its base64 alone. */
function dkimSettings(selector: string | undefined, key: string | undefined): Config['dkim'] {
  if (!selector && !key) return undefined
  if (!selector || !key)
    throw new SettingError('DKIM_SELECTOR and DKIM_PRIVATE_KEY are set together or not at all')
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(selector))
    throw new SettingError('DKIM_SELECTOR must be a name of letters, digits and hyphens, such as maypole')
  const read = privateKeyFrom(key)
  if (read?.asymmetricKeyType !== 'rsa' || (read.asymmetricKeyDetails?.modulusLength ?? 0) < minDkimBits)
    throw new SettingError(
      `DKIM_PRIVATE_KEY must be an RSA key of ${minDkimBits} bits or more (openssl genrsa 2048)`,
    )
  return { selector, privateKey: read.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function privateKeyFrom(text: string): KeyObject | undefined {
  const pem = text.replaceAll('\\n', '\n')
  const tries: Parameters<typeof createPrivateKey>[0][] = pem.startsWith('-----')
    ? [pem]
    : (['pkcs8', 'pkcs1'] as const).map(type => ({ key: Buffer.from(text, 'base64'), format: 'der', type }))
  for (const one of tries) {
    try {
      return createPrivateKey(one)
    } catch {
      // Tries the next format. If none fits, the caller reports the error.
    }
  }
  return undefined
}

function keyFrom(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw new SettingError(`${name} must be 32 bytes in base64 (openssl rand -base64 32)`)
  return key
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new SettingError(`${name} must be a whole number from ${least} to ${most}`)
  }
  return number
}

function oneOf<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find(one => one === text)
  if (!word) throw new SettingError(`${name} must be one of ${words.join(', ')}`)
  return word
}

function secret(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{20,}$/.test(text)) {
    throw new SettingError(`${name} must be 20 letters and digits or more (openssl rand -hex 20)`)
  }
  return text
}

function ipAddress(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && isIP(text) === 0)
    throw new SettingError(`${name} must be an IP address of this machine, or :: for all of them`)
  return text
}

function httpUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SettingError(`${name} must be an http:// or https:// address`)
  return url.origin
}

/**
 * Reads the office's address. Cookies and passkeys belong to a host name, so another port of PUBLIC_URL's host
 * is refused.
 */
function officeAddress(text: string | undefined, publicUrl: string): string {
  if (text === undefined) return publicUrl
  const address = httpUrl('OFFICE_URL', text)
  const [office, site] = [new URL(address), new URL(publicUrl)]
  if (office.hostname === site.hostname && address !== publicUrl)
    throw new SettingError('OFFICE_URL must have a host name of its own, or be PUBLIC_URL')
  if (office.protocol !== site.protocol)
    throw new SettingError('OFFICE_URL must begin as PUBLIC_URL does, with https:// or http://')
  return address
}

/** Reads the prefix of addresses: a path of this site, or an address on another server. */
function baseAddress(name: string, text: string): string {
  const url = URL.canParse(text, 'http://this.site') ? new URL(text, 'http://this.site') : undefined
  const isPath = /^\/(?!\/)/.test(text)
  const isElsewhere = /^https?:\/\//.test(text)
  if (!url || !(isPath || isElsewhere) || !text.endsWith('/') || url.search || url.hash || url.username) {
    throw new SettingError(`${name} must be a path such as /api/ or an http address, and end with a slash`)
  }
  return text
}

/** Reads `hello@example.test`, or a name before it: `A business <hello@example.test>`. */
function sender(text: string | undefined): Config['mailFrom'] | undefined {
  if (text === undefined) return undefined
  const [, name = '', address = text] = /^([^<>\r\n]*)<([^<>\s]+)>$/.exec(text) ?? []
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)) {
    throw new SettingError('MAIL_FROM must be a mail address, or a name and one: Name <hello@example.test>')
  }
  return { name: name.trim(), address }
}
