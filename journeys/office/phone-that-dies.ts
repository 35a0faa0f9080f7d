import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** Starts a phone-sized browser on a profile, signed in as the member of these cookies. */
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
  return {
    page,
    context,
    die: async () => {
      const ended = once(child, 'exit')
      end()
      await ended
      process.off('exit', end)
      await browser.close().catch(() => {})
    },
  }
}
