import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, resolved } from './check-structure.ts'

// The styles of a visitor's first pages come in the page, so site.css has the utilities of these files alone; all
// utilities are in utilities.css, which comes with whatever else import() brings. A file with neither is undressed.

const texts = new Map(readSources().map(({ path, text }) => [path, text]))

function sourcesOf(path: string, pattern: RegExp): string[] {
  const names = [...(texts.get(path) ?? '').matchAll(pattern)].map(([, name = '']) => name)
  return names.flatMap(name => resolved(path, name) ?? []).filter(source => texts.has(source))
}

function withItsImports(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const next of sourcesOf(path, /^(?:import|export|\}) [^;]*?'([^']+)'$/gm)) withItsImports(next, seen)
  return seen
}

/** Files with elements that can be shown before all utilities are there. */
function filesOfFirstPages(): string[] {
  const fetchedLater = [...texts.keys()].flatMap(path => sourcesOf(path, /\bimport\('([^']+)'\)/g))
  const starts = fetchedLater.filter(path => !texts.get(path)?.includes("import '#web/utilities.css'"))
  const files = ['web/rendering/entry-client.tsx', ...starts].flatMap(start => [...withItsImports(start)])
  return [...new Set(files)].filter(path => texts.get(path)?.includes('className'))
}

test('site.css has the utilities of every file that can come without utilities.css', () => {
  const lines = [...readFileSync('web/site.css', 'utf8').matchAll(/^@source (not )?"\.\/([^"]+)";$/gm)]
  const isSource = (path: string) => {
    const matching = lines.filter(([, , glob]) => matchesGlob(path, `web/${glob}`))
    return matching.length > 0 && matching.every(([, not]) => not === undefined)
  }
  const files = filesOfFirstPages()
  expect(files).toContain('web/site/offerings/session-card.tsx')
  expect(files.filter(path => !isSource(path))).toEqual([])
})
