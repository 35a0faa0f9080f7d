import { globSync, readFileSync } from 'node:fs'

/** Tests that cover every call or every table. */
const ofEveryArea = ['server/http/', 'server/database/', 'server/audit/', 'server/operating/']

const hasNoPart = /\.md$|^(docs|bench|journeys|web)\//
/** Folders outside server/ that its tests read. */
const readers: [RegExp, string[]][] = [
  [/^web\//, ['server/pages/']],
  [/^docs\/running\.md$/, ['server/config.test.ts', 'server/http/metrics.test.ts']],
  [/^ARCHITECTURE\.md$/, ['server/pages/send-page.test.ts']],
]
const isOwnTest = /^(?:server|demo|stripe-stand-in)\/.*\.test\.ts$/
const inArea = /^server\/features\/([a-z-]+)\//

/** Finds the area and all areas that import it, directly or not. */
function areasUpon(area: string, found = new Set<string>()): Set<string> {
  found.add(area)
  for (const file of globSync('server/features/*/*.ts', { exclude: name => name.endsWith('.test.ts') })) {
    const importer = inArea.exec(file)?.[1] as string
    if (found.has(importer)) continue
    if (readFileSync(file, 'utf8').includes(`'#server/features/${area}/`)) areasUpon(importer, found)
  }
  return found
}

/**
 * Returns the folders of the server's tests that a change of these files can break; undefined if any test may
 * break.
 */
export function testsOfChange(files: string[]): string[] | undefined {
  const places = new Set<string>()
  for (const file of files) {
    for (const [read, tests] of readers) if (read.test(file)) for (const place of tests) places.add(place)
    const area = inArea.exec(file)?.[1]
    if (isOwnTest.test(file)) places.add(file)
    else if (area) {
      for (const upon of areasUpon(area)) places.add(`server/features/${upon}/`)
      for (const place of ofEveryArea) places.add(place)
    } else if (!hasNoPart.test(file)) return undefined
  }
  return [...places].sort()
}
