import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const usualPlaces = [
  // The same engine without a window around the page: a fifth less work for each journey.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Whether Chromium starts. Without the system's libraries it cannot even print its version. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false
  if (process.platform === 'win32') return true
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 })
    return true
  } catch {
    return false
  }
}

/** Finds an installed Chromium: the one of the setting, the system's, or the test runner's own download. */
export const findChromium = () =>
  [process.env.CHROMIUM, ...usualPlaces, chromium.executablePath()].find(path => path && starts(path))

/**
 * Returns a Chromium to test with: an installed one, else the test runner's download, else the system's packages. With
 * one installed nothing else is downloaded, because the headless shell would upgrade a browser of the system.
 */
export async function ensureChromium(): Promise<string> {
  const present = findChromium()
  if (present) return present
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const withApt = [...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends']
  const ways = [
    ['playwright', 'install', 'chromium'],
    ['playwright', 'install-deps', 'chromium'],
    [...asRoot, 'apt-get', 'update'],
    [...withApt, 'chromium-headless-shell'],
    [...withApt, 'chromium'],
  ]
  for (const [name = '', ...given] of ways) {
    // Without the download there is nothing that would need its libraries.
    if (given[0] === 'install-deps' && !existsSync(chromium.executablePath())) continue
    process.stdout.write(`No Chromium yet: trying ${name} ${given.join(' ')}\n`)
    try {
      execFileSync(name, given, {
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: 600_000,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    } catch {
      continue
    }
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error('No Chromium could be installed: install one and set CHROMIUM to its path')
}
