// Kills the browser of a phone between a mark and its answer, again and again, and counts what the server has
// at the end: each mark once, in its state. Half of the marks never reach the server before the kill, half
// reach it and their answer never comes. Run by `npm run bench:phone-kills`; KILLS says how often, PHONES how many
// phones die beside each other, each with a profile and a register of its own. A browser that hangs is replaced by a
// new one on the same profile, and its kill is not counted.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as addresses from '#contract/office/addresses.ts'
import { freePort } from '#testing/free-port.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'
import { type Phone, startPhone, unlessItHangs } from '../journeys/office/phone-that-dies.ts'
import { buildPagesIfChanged } from '../scripts/build-pages.ts'
import { median } from './compare-with-bare.ts'
import { makeHall } from './hall.ts'
import { tellResults } from './tell-results.ts'

const kills = Number(process.env.KILLS ?? 500)
const minutes = Number(process.env.MINUTES ?? 60)
const phones = Number(process.env.PHONES ?? 1)
/** Every tenth kill comes in the frame that shows the press, before the mark is known to be on the disk. */
const earlyEvery = 10
const words = { here: 'Here', late: 'Late' }

/** How long a step of a browser may take on a busy machine, and how many browsers may hang one after the other. */
const hangsAfter = 60_000
const maxHangsInRow = 5

type Pressed = { frames: number; keptAfter: number }

/** Runs in the page: holds back the marks that it sends from now on, or their answers. */
function holdMarks(reaches: boolean): void {
  const real = window.fetch
  window.fetch = async (...asked) => {
    const isMark = String(asked[0]).includes('Registers/mark') && !String(asked[0]).includes('marks')
    if (isMark && reaches) await real(...asked)
    return isMark ? new Promise(() => {}) : real(...asked)
  }
}

/** Runs in the page: presses a button, and waits until it is shown and, if wanted, until the mark is on the disk. */
async function pressAndWait({
  label,
  nth,
  waits,
}: {
  label: string
  nth: number
  waits: boolean
}): Promise<Pressed> {
  const list = document.querySelectorAll<HTMLButtonElement>('.register-row .mark-button[data-mark]')
  const button = [...list].filter(one => one.textContent === label)[nth]
  if (!button) throw new Error(`there is no ${label} ${nth}`)
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const from = performance.now()
  button.click()
  let frames = 0
  while (button.getAttribute('aria-pressed') !== 'true') {
    await frame()
    frames += 1
  }
  // The page would ask before it is left while a mark is not on the disk.
  const isKept = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  while (waits && !isKept()) await new Promise(resolve => setTimeout(resolve, 1))
  return { frames, keptAfter: performance.now() - from }
}

await buildPagesIfChanged()
const say = tellResults('phone-kills')
const folder = mkdtempSync(join(tmpdir(), 'maypole-kills-'))
const address = `http://127.0.0.1:${await freePort()}`
const server = await spawnServer(address, {
  DATA_DIR: join(folder, 'data'),
  STRIPE_STAND_IN_PORT: String(await freePort()),
})
const deadline = Date.now() + minutes * 60_000
const [waited, found] = [[] as number[], { sure: 0, early: 0, lost: 0, lostEarly: 0, doubled: 0 }]
let [rounds, slowestFrames, hung] = [0, 0, 0]

/** Kills one phone again and again, and compares the marks of its register with its presses. */
async function killPhone(name: string): Promise<void> {
  const { office, cookie, sessionId, day, bookingIds } = await makeHall(address, 20)
  const register = `${address}${addresses.session({ id: sessionId })}`
  const expected: string[] = []
  const early: string[] = []
  // Presses of browsers that hung: they may be there or not.
  const unknown: string[] = []
  const profile = join(folder, name)
  let hungInRow = 0
  /** Does work with a new browser, then kills it. Returns nothing if the browser hung. */
  const withPhone = async <Result>(work: (phone: Phone) => Promise<Result>): Promise<Result | undefined> => {
    let phone: Phone | undefined
    try {
      phone = await startPhone(profile, [
        {
          ...cookie,
          domain: '127.0.0.1',
          path: '/',
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Strict',
        },
      ])
      await phone.page.goto(register, { timeout: hangsAfter })
      // What the phone of before had not sent is sent now.
      await phone.page.locator('.mark-bar', { hasText: 'All sent' }).waitFor({ timeout: hangsAfter })
      const result = await unlessItHangs(work(phone), hangsAfter)
      await phone.die()
      hungInRow = 0
      return result
    } catch (error) {
      await phone?.die()
      hung += 1
      hungInRow += 1
      if (hungInRow > maxHangsInRow) throw error
      process.stderr.write(`a browser hung: ${error}\n`)
      return undefined
    }
  }
  for (let round = 0; rounds < kills && Date.now() < deadline; round++) {
    rounds += 1
    const nth = round % bookingIds.length
    const isEarly = round % earlyEvery === earlyEvery - 1
    let mark: string | undefined
    const pressed = await withPhone(async ({ page }) => {
      const held = page.locator('.register-row').nth(nth).locator('[data-mark=here][aria-pressed=true]')
      // A second press of the same button would take the mark back.
      const state = (await held.count()) > 0 ? 'late' : 'here'
      await page.evaluate(holdMarks, round % 2 === 1)
      mark = `${bookingIds[nth]} ${state}`
      const result = await page.evaluate(pressAndWait, { label: words[state], nth, waits: !isEarly })
      if (!isEarly) await pause(Math.random() * 60)
      return result
    })
    if (!pressed || !mark) {
      rounds -= 1
      if (mark) unknown.push(mark)
      continue
    }
    slowestFrames = Math.max(slowestFrames, pressed.frames)
    if (!isEarly) waited.push(pressed.keptAfter)
    ;(isEarly ? early : expected).push(mark)
    if (rounds % 25 === 0) process.stderr.write(`${rounds} kills\n`)
  }
  // The last phone hands in what waits.
  while (!(await withPhone(async () => true)));
  const { marks } = await office.registers.marks({ sessionId, day })
  const kept = marks.map(({ bookingId, state }) => `${bookingId} ${state}`)
  const countOf = (list: string[], one: string) => list.filter(other => other === one).length
  found.sure += expected.length
  found.early += early.length
  for (const one of new Set([...expected, ...early, ...kept])) {
    const [sure, maybe, there] = [countOf(expected, one), countOf(early, one), countOf(kept, one)]
    found.lost += Math.max(0, sure - there)
    found.lostEarly += Math.max(0, Math.min(maybe, sure + maybe - there))
    found.doubled += Math.max(0, there - sure - maybe - countOf(unknown, one))
  }
}

try {
  await Promise.all(Array.from({ length: phones }, (_, nth) => killPhone(`phone ${nth}`)))
  say('kills between mark and answer', String(found.sure))
  say('lost', String(found.lost))
  say('doubled', String(found.doubled))
  say(
    'until the mark is on the disk, median and longest',
    `${median(waited).toFixed(0)} and ${Math.max(...waited).toFixed(0)} ms`,
  )
  say('kills in the frame of the press, and lost by them', `${found.early} and ${found.lostEarly}`)
  say('browsers that hung, not counted', String(hung))
  say('frames until a press was shown, most', String(slowestFrames))
  if (found.lost + found.doubled > 0) process.exitCode = 1
} finally {
  await endServer(server)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
