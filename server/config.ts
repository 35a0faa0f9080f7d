import { createHash } from 'node:crypto'
import type { Bucket } from './pictures/bucket-store.ts'

/** Every setting of a process, parsed once at the start. `.env.example` lists them for people. */
export interface Config {
  isProduction: boolean
  /** Demo mode: invented business, demo accounts, mailbox page, stand-in for the card provider. */
  isDemo: boolean
  port: number
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  databasePoolSize: number
  stripe: { secretKey: string; webhookSecret: string } | undefined
  /** Where the stand-in for the card provider listens when there are no keys. */
  standInPort: number
  smtpUrl: string | undefined
  mailFrom: string
  /** Encrypts medical and allergy notes: 32 bytes. */
  dataKey: Buffer
  /** Keys the hashes of codes and the signatures of links: 32 bytes. */
  pepper: Buffer
  apiBase: string
  imageBase: string
  /** Where uploads are kept; without one in dataDir. */
  bucket: Bucket | undefined
  /** How many proxies in front of this process may be believed about the caller's address. */
  trustedProxies: number
  holdMinutes: number
  logLevel: 'silent' | 'error' | 'info'
}

/** A setting that is wrong or missing: one line that says which and why. */
export class SettingError extends Error {}

type Environment = Record<string, string | undefined>

/** Reads the settings; throws SettingError. `localKey` is where a development process keeps its own random key. */
export function readConfig(env: Environment, localKey: () => Buffer): Config {
  const isProduction = env.NODE_ENV === 'production'
  const text = (key: string) => env[key]?.trim() || undefined
  const port = wholeNumber('PORT', text('PORT') ?? '3000', 0, 65_535)
  const publicUrl = httpUrl('PUBLIC_URL', text('PUBLIC_URL') ?? `http://localhost:${port}`)
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new SettingError('DATABASE_URL must begin with postgres:// or postgresql://')
  }
  const smtpUrl = text('SMTP_URL')
  if (smtpUrl && !/^smtps?:\/\//.test(smtpUrl)) {
    throw new SettingError('SMTP_URL must begin with smtp:// or smtps://')
  }
  const stripe = stripeSettings(env.STRIPE_SECRET_KEY, env.STRIPE_WEBHOOK_SECRET)
  const key = text('DATA_KEY')
  if (isProduction) {
    if (!stripe)
      throw new SettingError(
        'STRIPE_SECRET_KEY is required in production: card payments need the real provider',
      )
    if (!smtpUrl)
      throw new SettingError('SMTP_URL is required in production: the mailbox page is for trying out only')
    if (!key)
      throw new SettingError(
        'DATA_KEY is required in production: 32 random bytes in base64, kept apart from the database',
      )
    if (!text('MAIL_FROM'))
      throw new SettingError('MAIL_FROM is required in production: the name and address of your mails')
    if (!text('PUBLIC_URL'))
      throw new SettingError('PUBLIC_URL is required in production: the address parents use')
  }
  const dataKey = key ? keyFrom(key) : localKey()
  return {
    isProduction,
    isDemo: !isProduction,
    port,
    publicUrl,
    dataDir: text('DATA_DIR') ?? './data',
    databaseUrl,
    databasePoolSize: wholeNumber('DATABASE_POOL_SIZE', text('DATABASE_POOL_SIZE') ?? '8', 1, 100),
    stripe,
    standInPort: wholeNumber(
      'STRIPE_STAND_IN_PORT',
      text('STRIPE_STAND_IN_PORT') ?? String(port + 1),
      1,
      65_535,
    ),
    smtpUrl,
    mailFrom: text('MAIL_FROM') ?? 'Conker & Kite <hello@conkerandkite.example.test>',
    dataKey,
    pepper: createHash('sha256').update('pepper').update(dataKey).digest(),
    apiBase: text('API_BASE') ?? '/api/',
    imageBase: text('IMAGE_BASE') ?? '/media/',
    bucket: bucketSettings(text),
    trustedProxies: wholeNumber('TRUSTED_PROXIES', text('TRUSTED_PROXIES') ?? '0', 0, 10),
    holdMinutes: wholeNumber('HOLD_MINUTES', text('HOLD_MINUTES') ?? '35', 31, 60),
    logLevel: 'info',
  }
}

function stripeSettings(secretKey: string | undefined, webhookSecret: string | undefined): Config['stripe'] {
  if (secretKey === undefined || secretKey === '') {
    if (webhookSecret) throw new SettingError('STRIPE_WEBHOOK_SECRET is set but STRIPE_SECRET_KEY is not')
    return undefined
  }
  if (!/^(sk|rk)_/.test(secretKey.trim())) {
    throw new SettingError('STRIPE_SECRET_KEY must be a secret key (sk_… or rk_…)')
  }
  if (!webhookSecret?.trim().startsWith('whsec_')) {
    throw new SettingError('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY and begins with whsec_')
  }
  return { secretKey: secretKey.trim(), webhookSecret: webhookSecret.trim() }
}

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

function keyFrom(text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw new SettingError('DATA_KEY must be 32 bytes in base64 (openssl rand -base64 32)')
  return key
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new SettingError(`${name} must be a whole number from ${least} to ${most}`)
  }
  return number
}

function httpUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SettingError(`${name} must be an http:// or https:// address`)
  return url.origin
}
