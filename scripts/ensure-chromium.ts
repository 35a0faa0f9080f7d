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

/** Downloaded, but without the libraries of the system that it needs, it does not even tell its version. */
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

/** The Chromium that is here already: the one of the setting, the system's, or the test runner's own download. */
export const findChromium = () =>
  [process.env.CHROMIUM, ...usualPlaces, chromium.executablePath()].find(path => path && starts(path))

/**
 * A Chromium to test with: one that is here, else the test runner's own download, else the system's packages. Where one
 * is here nothing is installed: the headless shell would bring a browser of the system to its own version.
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
