import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#testing/free-port.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'

export interface ChangingServer {
  site: string
  /** Gives browsers the service worker of the next release. */
  release: () => void
  /** Answers marks with an error from now on, or no longer. */
  refuseMarks: (refuses: boolean) => void
  /** Cuts every request from now on, or no longer. */
  loseSignal: (loses: boolean) => void
  restart: (environment: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a demo server of its own behind a proxy, so that a journey can change its service worker. */
export async function startChangingServer(): Promise<ChangingServer> {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-worker-'))
  let [releases, refuses, loses] = [0, false, false]
  const port = await freePort()
  const proxy = createServer((asked, answer) => {
    if (loses) return void answer.destroy()
    if (refuses && asked.url?.endsWith('/Registers/mark')) return void answer.writeHead(503).end('{}')
    const isWorker = asked.url === '/office/worker.js'
    const { method, headers, url: path } = asked
    const onward = request({ port, host: '127.0.0.1', method, path, headers }, given => {
      if (!isWorker || releases === 0) {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        return void given.pipe(answer)
      }
      const { 'content-length': _length, 'content-encoding': _encoding, etag: _etag, ...kept } = given.headers
      let text = ''
      given.setEncoding('utf8').on('data', part => {
        text += part
      })
      given.on('end', () => {
        answer.writeHead(200, kept)
        answer.end(text.replace(/"version":"\w+"/, `"version":"next${releases}"`))
      })
    })
    onward.on('error', () => answer.destroy())
    if (isWorker) onward.setHeader('accept-encoding', 'identity')
    asked.pipe(onward)
  })
  await new Promise<void>(resolve => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const site = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const stripe = String(await freePort())
  const start = (environment: Record<string, string> = {}) =>
    spawnServer(`http://127.0.0.1:${port}`, {
      ...{ PUBLIC_URL: site, DATA_DIR: join(folder, 'data'), DATABASE_URL: '', STRIPE_STAND_IN_PORT: stripe },
      ...environment,
    })
  let server = await start()
  return {
    site,
    release: () => {
      releases += 1
    },
    refuseMarks: now => {
      refuses = now
    },
    loseSignal: now => {
      loses = now
    },
    restart: async environment => {
      await endServer(server)
      server = await start(environment)
    },
    stop: async () => {
      await endServer(server)
      proxy.closeAllConnections()
      proxy.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
