import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { newFolder } from './postgres-programs.ts'
import { type PostgresServer, startPostgresAndStandby } from './start-postgres.ts'

/** A larger installation: a primary database, a synchronous standby and the proxies in front of them. */
export interface BehindProxies {
  /** Returns the address of a database, through both proxies to the current primary. */
  urlOf: (database: string) => string
  primary: PostgresServer
  standby: PostgresServer
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL with a synchronous standby, HAProxy that leads to the primary, and PgBouncer in
 * transaction mode before it. Both proxies are the system's (`apt install haproxy pgbouncer`).
 */
export async function startBehindProxies(): Promise<BehindProxies> {
  const { primary, standby } = await startPostgresAndStandby()
  await tell(primary, [
    // A session's start parameters are lost behind PgBouncer.
    `alter role maypole set statement_timeout = '10s'`,
    `alter role maypole set lock_timeout = '5s'`,
    `alter system set synchronous_standby_names = '*'`,
    'select pg_reload_conf()',
  ])
  const folder = newFolder()
  const [balancer, pooler] = [await freePort(), await freePort()]
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o644)
    return join(folder, name)
  }
  const ports = [primary, standby].map(server => new URL(server.urlOf('')).port)
  const users = write('users.txt', '"maypole" "maypole"\n')
  const proxies = [
    spawnProgram('haproxy', ['-q', '-db', '-f', write('haproxy.cfg', haproxySettings(balancer, ports))]),
    spawnProgram('pgbouncer', [
      '-q',
      // PgBouncer refuses to run as root.
      ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []),
      write('pgbouncer.ini', pgbouncerSettings(pooler, balancer, users)),
    ]),
  ]
  const endProxies = () => {
    for (const proxy of proxies) proxy.kill('SIGKILL')
  }
  process.once('exit', endProxies)
  const urlOf = (database: string) => `postgres://maypole:maypole@127.0.0.1:${pooler}/${database}`
  // Until it has looked for the first time, HAProxy takes both servers for the primary.
  await pause(3_000)
  await tell({ urlOf }, ['select 1'])
  return {
    urlOf,
    primary,
    standby,
    stop: async () => {
      process.off('exit', endProxies)
      endProxies()
      await Promise.all([standby.stop(), primary.stop()])
    },
  }
}

async function tell({ urlOf }: Pick<PostgresServer, 'urlOf'>, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function spawnProgram(name: string, given: string[]): ChildProcess {
  const program = spawn(name, given, { stdio: ['ignore', 'ignore', 'inherit'] })
  program.once('error', () => {
    throw new Error(`${name} is not installed`)
  })
  return program
}

/** Settings by which HAProxy logs in to each server twice a second and asks whether it is a standby. */
const haproxySettings = (port: number, servers: string[]) => `
defaults
  mode tcp
  maxconn 2000
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check send-binary ${message('', '\x00\x03\x00\x00user\0maypole\0database\0postgres\0\0')}
  tcp-check expect binary ${Buffer.from('R').toString('hex')}
  tcp-check send-binary ${message('p', 'maypole\0')}
  tcp-check expect binary ${message('Z', 'I')}
  tcp-check send-binary ${message('Q', 'select pg_is_in_recovery()\0')}
  tcp-check expect binary ${message('D', '\x00\x01\x00\x00\x00\x01f')}
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((server, index) => `  server server${index} 127.0.0.1:${server} check`).join('\n')}
`

/** Encodes a message of PostgreSQL's protocol in hexadecimal digits: its kind, its length and its content. */
function message(kind: string, said: string): string {
  const length = Buffer.alloc(4)
  length.writeInt32BE(said.length + 4)
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(said, 'latin1')]).toString('hex')
}

const pgbouncerSettings = (port: number, server: number, users: string) => `
[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 150
; A server that was not reached is tried again after 15 seconds otherwise.
server_login_retry = 1
; Tests that connect by themselves send them; the product, told of the pooler, does not.
ignore_startup_parameters = statement_timeout,lock_timeout,options
`
