import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const found = () =>
  [process.env.CHROMIUM, ...usualPlaces, chromium.executablePath()].find(path => path && existsSync(path))

/** A Chromium to test with: the system's, else the test runner's own download, else the system's packages. */
export async function ensureChromium(): Promise<string> {
  const present = found()
  if (present) return present
  const ways: [string, string[]][] = [
    ['playwright', ['install', 'chromium']],
    ['apt-get', ['update']],
    ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']],
  ]
  for (const [name, given] of ways) {
    process.stdout.write(`No Chromium yet: trying ${name} ${given.join(' ')}\n`)
    try {
      execFileSync(name, given, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 })
    } catch {
      continue
    }
    const installed = found()
    if (installed) return installed
  }
  throw new Error('No Chromium could be installed: install one and set CHROMIUM to its path')
}
