import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type APIRequestContext, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumArguments } from '../../scripts/chromium-arguments.ts'
import { ensureChromium } from '../../scripts/ensure-chromium.ts'
import { setClockOf } from '../set-clock.ts'

/** A browser with a profile on the disk. `die` ends its process at once, as an empty battery does. */
export interface Phone {
  page: Page
  context: BrowserContext
  die: () => Promise<void>
}

const startsWithin = 60_000

/** Rejects when work takes longer than a browser that does not hang would need. */
export async function unlessItHangs<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  const done = new AbortController()
  const hangs = pause(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw new Error(`the browser gave no answer for ${milliseconds / 1000} s`)
  })
  return Promise.race([work, hangs]).finally(() => done.abort())
}

/**
 * Starts a phone-sized browser on a profile, signed in as the member of these cookies. A browser that hangs while it starts is
 * ended, so that another can start on its profile.
 */
export async function startPhone(
  profile: string,
  cookies: Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'],
): Promise<Phone> {
  const child = spawn(
    process.env.CHROMIUM ?? (await ensureChromium()),
    [...chromiumArguments, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const end = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), 'SIGKILL')
  }
  process.once('exit', end)
  const die = async () => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    end()
    await ended
    process.off('exit', end)
  }
  const connect = async () => {
    const address = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stderr.on('data', text => {
        said += text
        const found = /DevTools listening on (\S+)/.exec(said)?.[1]
        if (found) resolve(found)
      })
      child.once('exit', () => reject(new Error(said)))
    })
    const browser = await chromium.connectOverCDP(address)
    const [context] = browser.contexts()
    if (!context) throw new Error('the browser has no profile')
    await setClockOf(context)
    await context.addCookies(cookies)
    const page = context.pages()[0] ?? (await context.newPage())
    await page.setViewportSize({ width: 390, height: 844 })
    return { browser, context, page }
  }
  const { browser, context, page } = await unlessItHangs(connect(), startsWithin).catch(async error => {
    await die()
    throw error
  })
  return {
    page,
    context,
    die: async () => {
      await die()
      await browser.close().catch(() => {})
    },
  }
}
