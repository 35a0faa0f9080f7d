// Measures how soon a phone shows a register of 30 children at a second visit, with slow 4G and without a
// signal, and how soon a press is shown. The CPU is four times slower. Run by `npm run bench:register`.
import { setTimeout as pause } from 'node:timers/promises'
import * as addresses from '#contract/office/addresses.ts'
import { median } from './compare-with-bare.ts'
import { makeHall } from './hall.ts'
import { asPhone, onSite, slow4G, type Tab } from './plain-browser.ts'
import { tellResults } from './tell-results.ts'

const rounds = 9
const children = 30
const [aimOnline, aimOffline] = [1_000, 500]
const noSignal = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 }

const say = tellResults('register')

async function evaluate<T>(tab: Tab, work: string): Promise<T> {
  const asked = { expression: work, awaitPromise: true, returnByValue: true }
  const { result, exceptionDetails } = (await tab.send('Runtime.evaluate', asked)) as {
    result: { value: T }
    exceptionDetails?: unknown
  }
  if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
  return result.value
}

async function until(tab: Tab, condition: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await evaluate<boolean>(tab, condition).catch(() => false)) return
    await pause(50)
  }
  throw new Error(`never: ${condition}`)
}

/** Runs before the page: notes when all rows are painted. */
function noteRows(wanted: number): void {
  const look = () => {
    const rows = document.querySelectorAll('ol[aria-label="Who comes"] > li').length
    if (rows < wanted) return void requestAnimationFrame(look)
    requestAnimationFrame(() => Object.assign(window, { shownAt: performance.now() }))
  }
  requestAnimationFrame(look)
}

/** Opens the register and returns the milliseconds from the navigation to the frame after all rows. */
async function open(tab: Tab, address: string): Promise<number> {
  await tab.send('Page.navigate', { url: 'about:blank' })
  await tab.send('Page.navigate', { url: address })
  await until(tab, 'typeof window.shownAt === "number"')
  return evaluate<number>(tab, 'window.shownAt')
}

/** Runs in the page: presses each button once, and counts the frames until it is shown as pressed. */
async function pressEach(): Promise<{ frames: number; milliseconds: number }[]> {
  const all: { frames: number; milliseconds: number }[] = []
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  for (const button of document.querySelectorAll<HTMLButtonElement>('.mark-button[data-mark="here"]')) {
    await frame()
    const from = performance.now()
    button.click()
    let frames = 0
    while (button.getAttribute('aria-pressed') !== 'true') {
      await frame()
      frames += 1
    }
    await frame()
    all.push({ frames, milliseconds: performance.now() - from })
  }
  return all
}

await onSite(async ({ address, openTab }) => {
  const { cookie, sessionId } = await makeHall(address, children)
  const tab = await openTab()
  await tab.send('Network.enable')
  await tab.send('Network.setCookie', { ...cookie, url: address })
  await asPhone(tab, { slower: 1 })
  const everybody = [tab.send]
  let network: object = { ...slow4G, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  const emulate = async (send: Tab['send']) => {
    await send('Network.enable')
    await send('Network.emulateNetworkConditions', { ...network })
  }
  await tab.onWorker(send => {
    everybody.push(send)
    return emulate(send).catch(() => {})
  })
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${noteRows})(${children})` })
  const register = `${address}${addresses.session({ id: sessionId })}`
  await tab.send('Page.navigate', { url: `${address}${addresses.registers()}` })
  // The first visit installs the worker and takes the registers along.
  await until(tab, 'navigator.serviceWorker.controller !== null')
  await open(tab, register)
  await pause(4_000)
  await asPhone(tab, { slower: 4 })

  const visits = async (conditions: typeof slow4G) => {
    network = conditions
    // A worker that has ended answers with an error.
    await Promise.all(everybody.map(send => emulate(send).catch(() => {})))
    const took: number[] = []
    for (let round = 0; round < rounds; round++) took.push(await open(tab, register))
    return took
  }
  const tell = (name: string, took: number[], aim: number) => {
    say(name, `${median(took).toFixed(0)} ms of ${aim} (quietest ${Math.min(...took).toFixed(0)})`)
    if (Math.min(...took) > aim) process.exitCode = 1
  }
  tell(`a register of ${children}, second visit, slow 4G`, await visits(slow4G), aimOnline)
  tell(`a register of ${children} without a signal`, await visits(noSignal), aimOffline)
  await until(tab, 'document.querySelectorAll(".mark-button").length > 0')
  const presses = await evaluate<{ frames: number; milliseconds: number }[]>(tab, `(${pressEach})()`)
  const frames = Math.max(...presses.map(press => press.frames))
  say('a press is shown after, most', `${frames} frames`)
  say('a press is painted after, median', `${median(presses.map(press => press.milliseconds)).toFixed(0)} ms`)
  if (frames > 1) process.exitCode = 1
  await tab.close()
})
