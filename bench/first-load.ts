// What a phone's first visit costs: bytes, requests, LCP, layout shift and blocking time of the home page and the
// timetable, under DevTools' "slow 4G" and a CPU four times slower. Run by `npm run bench:first-load`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { freePort } from '#server/testing/free-port.ts'
import { endServer, spawnServer } from '#server/testing/spawn-server.ts'
import { buildPagesIfChanged } from '../scripts/build-pages.ts'
import { chromiumArguments } from '../scripts/chromium-arguments.ts'
import { ensureChromium } from '../scripts/ensure-chromium.ts'

const pages = [
  { path: '/home/home', lcpSeconds: 1.2 },
  { path: '/home/classes', lcpSeconds: 1.0 },
]
const budget = { scripts: 105, html: 12, shift: 0.02, blocking: 100 }
const rounds = 5
const kilobit = 1024 / 8
const slow4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: 1.6 * 1024 * kilobit * 0.9,
  uploadThroughput: 750 * kilobit * 0.9,
}
const phone = { width: 390, height: 844 }

interface Visit {
  lcp: number
  shift: number
  blocking: number
  requests: number
  bytes: Record<string, number>
}

const say = (name: string, value: string) => process.stdout.write(`${name}: ${value}\n`)
const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] as number

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  let requests = 0
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
    requests += 1
  })
  await session.send('Network.emulateNetworkConditions', slow4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(address, { waitUntil: 'networkidle' })
  // Asked for afterwards: a script before the page's own would itself take part in what is measured.
  const seen = await page.evaluate(async () => {
    const entriesOf = <Entry extends PerformanceEntry>(type: string) =>
      new Promise<Entry[]>(resolve => {
        new PerformanceObserver(list => resolve(list.getEntries() as Entry[])).observe({
          type,
          buffered: true,
        })
        setTimeout(() => resolve([]), 200)
      })
    const paints = await entriesOf('largest-contentful-paint')
    const shifts = await entriesOf<PerformanceEntry & { value: number; hadRecentInput: boolean }>(
      'layout-shift',
    )
    const tasks = await entriesOf('longtask')
    return {
      lcp: paints.at(-1)?.startTime ?? Number.NaN,
      shift: shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : shift.value), 0),
      blocking: tasks.reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0),
    }
  })
  await context.close()
  return { ...seen, requests, bytes }
}

/** The usual state: a page that has been asked for before is kept packed, and so its length is known at once. */
async function letPack(url: string): Promise<void> {
  for (;;) {
    const { headers, body } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    await body?.cancel()
    if (headers.has('content-length')) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

await buildPagesIfChanged()
const folder = mkdtempSync(join(tmpdir(), 'maypole-first-load-'))
const address = `http://127.0.0.1:${await freePort()}`
const server = await spawnServer(address, {
  DATA_DIR: folder,
  STRIPE_STAND_IN_PORT: String(await freePort()),
})
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: chromiumArguments,
})
try {
  for (const { path, lcpSeconds } of pages) {
    await letPack(address + path)
    const visits: Visit[] = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, address + path))
    const of = (pick: (visit: Visit) => number) => median(visits.map(pick))
    const kilobytes = (kind: string) => of(({ bytes }) => bytes[kind] ?? 0) / 1000
    const [scripts, html] = [kilobytes('Script'), kilobytes('Document')]
    say(
      `${path} JavaScript`,
      `${scripts.toFixed(1)} KB (ratio ${(scripts / budget.scripts).toFixed(2)} of ${budget.scripts})`,
    )
    say(
      `${path} HTML with its styles and data`,
      `${html.toFixed(1)} KB (ratio ${(html / budget.html).toFixed(2)} of ${budget.html})`,
    )
    say(`${path} requests`, String(of(({ requests }) => requests)))
    const lcp = of(visit => visit.lcp) / 1000
    say(`${path} LCP`, `${lcp.toFixed(2)} s (ratio ${(lcp / lcpSeconds).toFixed(2)} of ${lcpSeconds})`)
    say(`${path} layout shift`, `${of(visit => visit.shift).toFixed(3)} of ${budget.shift}`)
    say(`${path} blocking time`, `${of(visit => visit.blocking).toFixed(0)} ms of ${budget.blocking}`)
  }
} finally {
  await browser.close()
  await endServer(server)
  rmSync(folder, { recursive: true, force: true })
}
