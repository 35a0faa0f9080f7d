// Measures how soon a page shows a press by a finger that stays 80 ms: from the press to the next paint, on a
// phone's timetable with a CPU four times slower. Also checks whether a press is lost on a CPU six times
// slower. Run by `npm run bench:presses`.
import { setTimeout as pause } from 'node:timers/promises'
import { ofKind } from '#contract/addresses.ts'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { asPhone, onSite, type Tab } from './plain-browser.ts'
import { share } from './shopper.ts'
import { tellResults } from './tell-results.ts'

const budget = 100
const rounds = 5
const monday = addDays(mondayOf(todayInLondon(new Date())), 7)
/** Pairs of buttons on the timetable. The second undoes the first. */
const presses = ['Next week: Last week', 'Wed: Thu', 'Filters: Done', 'Menu: Close', 'Help: Close']
const inARow = 8

const say = tellResults('presses')

async function evaluate<T>(tab: Tab, expression: string): Promise<T> {
  const asked = { expression, awaitPromise: true, returnByValue: true }
  const { result } = (await tab.send('Runtime.evaluate', asked)) as { result: { value: T } }
  return result.value
}

/** Runs in the page: returns the middle of the first visible button or link whose name starts with `name`. */
function findByName(name: string): { x: number; y: number } | null {
  const all = document.querySelectorAll<HTMLElement>('button, a')
  const found = [...all].find(
    element =>
      (element.ariaLabel ?? element.textContent)?.trim().startsWith(name) && element.checkVisibility(),
  )
  if (!found) return null
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = found.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

async function find(tab: Tab, name: string): Promise<{ x: number; y: number }> {
  for (let tries = 0; tries < 100; tries++) {
    const place = await evaluate<{ x: number; y: number } | null>(tab, `(${findByName})('${name}')`)
    if (place) return place
    await pause(50)
  }
  throw new Error(`There is no ${name}`)
}

async function press(tab: Tab, place: { x: number; y: number }): Promise<void> {
  await tab.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
  await pause(80)
  await tab.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Runs in the page: records the duration that the browser reports for each click. */
function keepPresses(): void {
  const kept: number[] = []
  Object.assign(window, { kept })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.name === 'click') kept.push(entry.duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

async function showTimetable(tab: Tab, address: string, slower: number): Promise<Tab> {
  await asPhone(tab, { slower })
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${keepPresses})()` })
  const loaded = new Promise<void>(resolve => tab.on('Page.loadEventFired', () => resolve()))
  await tab.send('Page.navigate', { url: address + ofKind.class.timetable({ date: monday }) })
  await loaded
  return tab
}

await onSite(async ({ address, openTab }) => {
  const took: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    const tab = await showTimetable(await openTab(), address, 4)
    await pause(3000)
    for (const name of presses.flatMap(both => both.split(': '))) {
      const place = await find(tab, name)
      await pause(500)
      await evaluate(tab, 'kept.length = 0')
      await press(tab, place)
      await pause(1500)
      // The browser reports no click that takes less than 16 ms.
      const times = await evaluate<number[]>(tab, 'kept')
      took[name] = [...(took[name] ?? []), Math.max(16, ...times)]
    }
    await tab.close()
  }
  for (const [name, times] of Object.entries(took)) {
    const longest = share(times, 1)
    say(
      name,
      `${share(times, 0.5).toFixed(0)} ms, longest of ${times.length} ${longest.toFixed(0)} ms (ratio ${(longest / budget).toFixed(2)} of ${budget})`,
    )
  }
  let lost = 0
  for (let round = 0; round < rounds; round++) {
    const tab = await showTimetable(await openTab(), address, 6)
    const place = await find(tab, 'Next week')
    for (let nth = 0; nth < inARow; nth++) {
      await press(tab, place)
      await pause(170)
    }
    await pause(5000)
    const shown = await evaluate<string>(tab, `new URL(location).searchParams.get('date')`)
    const weeks = Math.round((Date.parse(shown) - Date.parse(monday)) / (7 * 24 * 60 * 60 * 1000))
    lost += inARow - weeks
    await tab.close()
  }
  say(
    `Next week, ${inARow} times within ${(inARow * 0.25).toFixed(0)} s of the page, CPU 6 ×`,
    `${lost} of ${rounds * inARow} lost`,
  )
  if (lost > 0) process.exitCode = 1
})
