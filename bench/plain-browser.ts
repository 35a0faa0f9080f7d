import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#testing/free-port.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'
import { buildPagesIfChanged } from '../scripts/build-pages.ts'
import { chromiumArguments } from '../scripts/chromium-arguments.ts'
import { ensureChromium } from '../scripts/ensure-chromium.ts'

type Answer = Record<string, unknown>
/** An event or answer of Chromium's DevTools protocol. */
interface Message {
  id?: number
  method?: string
  params?: Answer
  result?: Answer
  error?: { message: string }
  sessionId?: string
}

/** A browser tab: `send` calls a method of the DevTools protocol, `on` listens for its events. */
export interface Tab {
  send: (method: string, params?: Answer) => Promise<Answer>
  on: (method: string, hear: (params: Answer) => void) => void
  /** Calls `meet` with each service worker of the tab, which has a network of its own. */
  onWorker: (meet: (send: Tab['send']) => unknown) => Promise<unknown>
  close: () => Promise<unknown>
}

const kilobit = 1024 / 8

/** The network of a phone on slow 4G, in bytes and milliseconds. */
export const slow4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: 1.6 * 1024 * kilobit * 0.9,
  uploadThroughput: 750 * kilobit * 0.9,
}

/** Gives an open tab a phone's screen and touch input. */
export async function asPhone(tab: Tab, { slower }: { slower: number }): Promise<void> {
  await tab.send('Page.enable')
  await tab.send('Emulation.setDeviceMetricsOverride', {
    ...{ width: 390, height: 844, deviceScaleFactor: 2, mobile: true },
  })
  await tab.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await tab.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** Runs the built demo site and a browser on this machine during a measurement. */
export async function onSite(
  measure: (site: { address: string; openTab: () => Promise<Tab> }) => Promise<void>,
): Promise<void> {
  await buildPagesIfChanged()
  const folder = mkdtempSync(join(tmpdir(), 'maypole-site-'))
  const address = `http://127.0.0.1:${await freePort()}`
  const server = await spawnServer(address, {
    DATA_DIR: folder,
    STRIPE_STAND_IN_PORT: String(await freePort()),
  })
  const browser = await startPlainBrowser()
  try {
    await measure({ address, openTab: browser.openTab })
  } finally {
    await browser.stop()
    await endServer(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Drives Chromium without a test runner. A runner listens to the console, so V8 looks up where each error was
 * made and reads React's module again. That costs 80 ms on a slow phone, which a visitor does not pay.
 */
async function startPlainBrowser(): Promise<{
  openTab: () => Promise<Tab>
  stop: () => Promise<void>
}> {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-browser-'))
  const browser = spawn(
    await ensureChromium(),
    [...chromiumArguments, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    browser.stderr.on('data', text => {
      said += text
      const found = /DevTools listening on (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    browser.once('exit', () => reject(new Error(said)))
  })
  const socket = new WebSocket(address)
  await once(socket, 'open')

  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  const hearers = new Map<string, (params: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params = {}, result = {}, error, sessionId } = JSON.parse(String(data)) as Message
    if (method) hearers.get(`${sessionId} ${method}`)?.(params)
    const asker = id === undefined ? undefined : waiting.get(id)
    if (error) asker?.reject(new Error(error.message))
    else asker?.resolve(result)
  })
  let last = 0
  const ask = (method: string, params: Answer = {}, sessionId?: string) =>
    new Promise<Answer>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params, sessionId }))
    })

  return {
    openTab: async () => {
      const { browserContextId } = await ask('Target.createBrowserContext')
      const { targetId } = await ask('Target.createTarget', { url: 'about:blank', browserContextId })
      const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true })
      return {
        send: (method, params) => ask(method, params, String(sessionId)),
        on: (method, hear) => hearers.set(`${sessionId} ${method}`, hear),
        onWorker: meet => {
          hearers.set(`${sessionId} Target.attachedToTarget`, ({ sessionId: its }) =>
            meet((method, params) => ask(method, params, String(its))),
          )
          const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }
          return ask('Target.setAutoAttach', attach, String(sessionId))
        },
        close: () => ask('Target.disposeBrowserContext', { browserContextId }),
      }
    },
    stop: async () => {
      const ended = once(browser, 'exit')
      // Its answer may be lost with the process.
      void ask('Browser.close')
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
