import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { untilHealthy } from '#testing/spawn-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'maypole-end-'))
const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server whose output and errors go to this descriptor, as with `npm start 2>&1 | …`. */
async function startLoggingTo(output: number) {
  const address = `http://127.0.0.1:${await freePort()}`
  const server = spawn(process.execPath, ['main.ts'], {
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      NODE_ENV: '',
      ACCESS_LOG: 'on',
      BUSINESS: 'empty',
      DATA_DIR: mkdtempSync(join(folder, 'data-')),
      PORT: new URL(address).port,
      PUBLIC_URL: address,
      STRIPE_STAND_IN_PORT: String(await freePort()),
    },
  })
  started.push(server)
  await untilHealthy(address, server)
  const standIn = Number(execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' }).trim())
  return { address, server, standIn }
}

/** Returns both ends of a pipe. */
function makePipe(): { reader: number; writer: number } {
  const path = join(folder, `pipe-${started.length}`)
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return { reader, writer: openSync(path, constants.O_WRONLY) }
}

/** Fills a pipe, as log lines do when nobody reads them. */
function fillPipe(writer: number): void {
  const own = openSync(`/proc/self/fd/${writer}`, constants.O_WRONLY | constants.O_NONBLOCK)
  for (const size of [4096, 1]) {
    try {
      for (;;) writeSync(own, Buffer.alloc(size, '-'))
    } catch {
      // The pipe is full.
    }
  }
  closeSync(own)
}

/** Makes calls, each of which writes a log line, and returns their statuses. */
async function call(address: string): Promise<number[]> {
  const statuses = new Set<number>()
  for (let count = 0; count < 20; count++) {
    const { status } = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5_000) })
    statuses.add(status)
  }
  return [...statuses]
}

test('a log that nobody reads, or whose reader ended, delays no call, and SIGTERM ends the process', async () => {
  const { reader, writer } = makePipe()
  const { address, server, standIn } = await startLoggingTo(writer)
  fillPipe(writer)
  expect(await call(address)).toEqual([200])
  closeSync(reader)
  expect(await call(address)).toEqual([200])
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  await expect.poll(() => existsSync(`/proc/${standIn}`)).toBe(false)
}, 120_000)

test('a full disk delays no call, and a part that never closes does not delay the end by 20 s', async () => {
  const { address, server, standIn } = await startLoggingTo(openSync('/dev/full', 'w'))
  expect(await call(address)).toEqual([200])
  process.kill(standIn, 'SIGSTOP')
  const began = performance.now()
  server.kill('SIGTERM')
  await once(server, 'exit')
  process.kill(standIn, 'SIGCONT')
  await expect.poll(() => existsSync(`/proc/${standIn}`), { timeout: 5_000 }).toBe(false)
  expect(performance.now() - began).toBeLessThan(20_000)
}, 120_000)

test.each([
  ['blocks its main thread', 'for (;;);'],
  ['waits for a file operation as it exits', `open('${folder}/waits', 'r', () => {}); process.exit(0)`],
])('a process that %s is killed in time', async (_name, work) => {
  if (!existsSync(join(folder, 'waits'))) execFileSync('mkfifo', [join(folder, 'waits')])
  const script = `import { open } from 'node:fs'
    import { exitWithin } from './server/exit-within.ts'
    exitWithin(1)
    ${work}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  started.push(child)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})
