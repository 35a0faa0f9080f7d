// Measures a phone's first visit: bytes, requests, LCP, layout shift and blocking time of the home page and
// the timetable, under DevTools' "slow 4G" and a CPU four times slower. Run by `npm run bench:first-load`.
import { median } from './compare-with-bare.ts'
import { asPhone, onSite, slow4G, type Tab } from './plain-browser.ts'
import { tellResults } from './tell-results.ts'

const pages = [
  { path: '/home/home', lcpSeconds: 1.2 },
  { path: '/home/classes', lcpSeconds: 1.0 },
]
const budget = { scripts: 120, html: 14, requests: 16, shift: 0.02, blocking: 100 }
// Other work on the machine only ever adds time, so the quietest visit is reported beside the median.
const rounds = 9

interface Timings {
  lcp: number
  shift: number
  blocking: number
}

interface Visit extends Timings {
  requests: number
  html: number
  /** The bytes of scripts that were requested before the page had loaded, and after it. */
  scripts: number
  scriptsLater: number
}

const say = tellResults('first-load')

async function visit(tab: Tab, address: string): Promise<Visit> {
  const requests = new Map<string, { kind: string; isFirst: boolean; bytes: number }>()
  let underWay = 0
  let quietSince = Number.POSITIVE_INFINITY
  let isLoaded = false
  const ended = ({ requestId, encodedDataLength = 0 }: Record<string, unknown>) => {
    const request = requests.get(String(requestId))
    if (!request) return
    request.bytes = Number(encodedDataLength)
    underWay -= 1
    quietSince = performance.now()
  }
  tab.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    // A redirect is reported under the id of the request that it answers.
    if ((request as { url: string }).url.startsWith('data:') || requests.has(String(requestId))) return
    requests.set(String(requestId), { kind: String(type), isFirst: !isLoaded, bytes: 0 })
    underWay += 1
  })
  tab.on('Network.loadingFinished', ended)
  tab.on('Network.loadingFailed', ended)
  tab.on('Page.loadEventFired', () => {
    isLoaded = true
  })
  await tab.send('Network.enable')
  await tab.send('Network.emulateNetworkConditions', slow4G)
  await asPhone(tab, { slower: 4 })
  // The tab that has just been closed and this one take a while to settle.
  await new Promise(resolve => setTimeout(resolve, 1000))
  await tab.send('Page.navigate', { url: address })
  while (!isLoaded || underWay > 0 || performance.now() - quietSince < 500) {
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  // Read afterwards, because a script before the page's own would be measured too.
  const { result } = await tab.send('Runtime.evaluate', {
    expression: `(${readTimings})()`,
    awaitPromise: true,
    returnByValue: true,
  })
  const bytes = (kind: string, isFirst: boolean) =>
    [...requests.values()]
      .filter(request => request.kind === kind && request.isFirst === isFirst)
      .reduce((sum, request) => sum + request.bytes, 0)
  return {
    ...(result as { value: Timings }).value,
    requests: requests.size,
    html: bytes('Document', true),
    scripts: bytes('Script', true),
    scriptsLater: bytes('Script', false),
  }
}

/** Runs in the page, so it uses nothing from this file. */
async function readTimings(): Promise<Timings> {
  const entriesOf = <Entry extends PerformanceEntry>(type: string) =>
    new Promise<Entry[]>(resolve => {
      new PerformanceObserver(list => resolve(list.getEntries() as Entry[])).observe({ type, buffered: true })
      setTimeout(() => resolve([]), 200)
    })
  const paints = await entriesOf('largest-contentful-paint')
  const shifts = await entriesOf<PerformanceEntry & { value: number; hadRecentInput: boolean }>(
    'layout-shift',
  )
  const tasks = await entriesOf('longtask')
  const [firstPaint] = performance.getEntriesByName('first-contentful-paint')
  const sinceFirstPaint = (task: PerformanceEntry) => task.startTime >= (firstPaint?.startTime ?? 0)
  return {
    lcp: paints.at(-1)?.startTime ?? Number.NaN,
    shift: shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : shift.value), 0),
    blocking: tasks.filter(sinceFirstPaint).reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0),
  }
}

/** Requests a page until its best compression is ready, as it usually is. */
async function letPack(url: string): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const { body } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    await body?.cancel()
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}

await onSite(async ({ address, openTab }) => {
  for (const { path, lcpSeconds } of pages) {
    await letPack(address + path)
    const visits: Visit[] = []
    for (let round = 0; round < rounds; round++) {
      const tab = await openTab()
      visits.push(await visit(tab, address + path))
      await tab.close()
    }
    const of = (pick: (visit: Visit) => number) => median(visits.map(pick))
    const scripts = of(visit => visit.scripts) / 1000
    const html = of(visit => visit.html) / 1000
    say(
      `${path} JavaScript`,
      `${scripts.toFixed(1)} KB (ratio ${(scripts / budget.scripts).toFixed(2)} of ${budget.scripts}), and ${(of(visit => visit.scriptsLater) / 1000).toFixed(1)} KB when idle`,
    )
    say(
      `${path} HTML with its styles and data`,
      `${html.toFixed(1)} KB (ratio ${(html / budget.html).toFixed(2)} of ${budget.html})`,
    )
    say(`${path} requests`, `${of(({ requests }) => requests)} of ${budget.requests}`)
    const lcp = of(visit => visit.lcp) / 1000
    const least = (pick: (visit: Visit) => number) => Math.min(...visits.map(pick))
    say(
      `${path} LCP`,
      `${lcp.toFixed(2)} s (ratio ${(lcp / lcpSeconds).toFixed(2)} of ${lcpSeconds}; quietest visit ${(least(visit => visit.lcp) / 1000).toFixed(2)} s)`,
    )
    say(`${path} layout shift`, `${of(visit => visit.shift).toFixed(3)} of ${budget.shift}`)
    say(
      `${path} blocking time`,
      `${of(visit => visit.blocking).toFixed(0)} ms of ${budget.blocking} (quietest visit ${least(visit => visit.blocking).toFixed(0)} ms)`,
    )
  }
})
