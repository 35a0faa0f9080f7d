import { globSync, readFileSync } from 'node:fs'

/** These go through every call, and over every table. */
const ofEveryArea = ['server/http/', 'server/database/']

const hasNoPart = /\.md$|^(docs|bench|journeys|web)\//
/** What beside the server its tests read. */
const readers: [RegExp, string[]][] = [
  [/^web\//, ['server/pages/']],
  [/^docs\/running\.md$/, ['server/config.test.ts', 'server/http/metrics.test.ts']],
  [/^ARCHITECTURE\.md$/, ['server/pages/send-page.test.ts']],
]
const isOwnTest = /^(?:server|demo|stripe-stand-in)\/.*\.test\.ts$/
const inArea = /^server\/features\/([a-z-]+)\//

/** The area and all that stand on it: those that import it, and so on. */
function areasUpon(area: string, found = new Set<string>()): Set<string> {
  found.add(area)
  for (const file of globSync('server/features/*/*.ts', { exclude: name => name.endsWith('.test.ts') })) {
    const importer = inArea.exec(file)?.[1] as string
    if (found.has(importer)) continue
    if (readFileSync(file, 'utf8').includes(`'#server/features/${area}/`)) areasUpon(importer, found)
  }
  return found
}

/** Where the server's tests are that a change of these files can break; undefined when they may be anywhere. */
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
