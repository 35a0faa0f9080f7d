import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '#testing/free-port.ts'
import type { PostgresServer } from '#testing/start-postgres.ts'
import { buildPagesIfChanged } from '../scripts/build-pages.ts'

/** An empty database of this name; what had the name before is dropped. */
export async function newDatabase(postgres: PostgresServer, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  return postgres.urlOf(name)
}

export interface Product {
  url: string
  process: ChildProcess
  stop: () => Promise<void>
}

/** The product's own process with its pages of now, in production mode, on the given database. */
export async function startProduct(databaseUrl: string): Promise<Product> {
  await buildPagesIfChanged()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'maypole-bench-'))
  const server = fork(fileURLToPath(new URL('../main.ts', import.meta.url)), {
    cwd: folder,
    silent: true,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: folder,
      DATA_KEY: randomBytes(32).toString('base64'),
      STRIPE_SECRET_KEY: 'sk_live_never_called',
      STRIPE_WEBHOOK_SECRET: 'whsec_never_called',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Bench <hello@example.test>',
    },
  })
  process.once('exit', () => server.kill())
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', text => {
      said += text
    })
    server.stdout?.on('data', text => {
      said += text
      if (said.includes('is ready')) resolve()
    })
    server.once('exit', () => reject(new Error(said)))
  })
  const stop = async () => {
    server.kill()
    await once(server, 'exit')
    rmSync(folder, { recursive: true })
  }
  return { url, process: server, stop }
}

/** Another file of this folder as a process of its own. */
export const child = (file: string): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
