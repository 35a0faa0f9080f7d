import type { BrowserContext } from '@playwright/test'
import { instantInLondon } from '#domain/calendar.ts'
import { shiftClock } from '#testing/shifted-clock.ts'

/**
 * Sets the clock of this process, and of all processes that it starts, to a London time ('2027-03-28 00:30'). A child
 * of such a process keeps the clock.
 */
export function setClock(moment: string): void {
  if (process.env.CLOCK_SHIFT) return
  const [day = '', time = ''] = moment.split(' ')
  const shift = instantInLondon(day, time).getTime() - Date.now()
  if (Number.isNaN(shift)) throw new Error(`JOURNEYS_NOW is no moment such as 2027-03-28 00:30: ${moment}`)
  process.env.CLOCK_SHIFT = String(shift)
  const preload = `--import=${new URL('../testing/shifted-clock.ts', import.meta.url).href}`
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' ')
  shiftClock(shift)
}

/** Gives the pages of a browser the clock of this process. */
export async function setClockOf(context: BrowserContext): Promise<void> {
  const shift = Number(process.env.CLOCK_SHIFT ?? 0)
  if (shift !== 0) await context.addInitScript(shiftClock, shift)
}
