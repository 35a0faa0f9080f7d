import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSources, resolved } from './check-structure.ts'

// A page, or whatever else import() brings, comes with the style sheets that its files import, and with those of the
// entry. A class that none of them has looks right only after a visit to another page.

const texts = new Map(readSources().map(({ path, text }) => [path, text]))
const textOf = (path: string) => texts.get(path) ?? readFileSync(path, 'utf8')

function sourcesOf(path: string, pattern: RegExp): string[] {
  const names = [...textOf(path).matchAll(pattern)].map(([, name = '']) => name)
  return names.flatMap(name => resolved(path, name) ?? []).filter(source => source.startsWith('web/'))
}

/** Reads a file with everything that it imports, style sheets too. */
function withItsImports(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const next of sourcesOf(path, /^(?:@?import|export|\}) (?!type )[^;]*?['"]([^'"]+)['"];?$/gm)) {
    withItsImports(next, seen)
  }
  return seen
}

/** The file that lists the classes allowed in the business's own texts. */
const textCleaner = 'server/features/content/clean-html.ts'
const components = [...texts.keys()].filter(path => path.startsWith('web/') && path.endsWith('.tsx'))
const entries = ['web/rendering/entry-client.tsx', 'web/office/entry-office.tsx'] as const
const [site, office] = entries.map(path => withItsImports(path)) as [Set<string>, Set<string>]
const entryOf = (path: string) => (path.startsWith('web/office/') ? office : site)
const fetchedLater = [...texts.keys()].flatMap(path => sourcesOf(path, /\bimport\('([^']+)'\)/g))

/** The classes that a style sheet has rules for. */
const definedIn = (path: string): string[] => {
  const selectors = textOf(path).replace(/\/\*.*?\*\/|"[^"]*"|url\([^)]*\)/gs, '')
  return [...selectors.matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/gi)].map(([, name = '']) => name)
}

/** Lists the classes that a component names in its elements, except composed names. */
function namedIn(path: string): string[] {
  const attributes = [...textOf(path).matchAll(/\b\w*[cC]lassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
  return attributes.flatMap(([, text = '', template = '']) =>
    `${text} ${template.replace(/\S*\$\{[^}]*\}\S*/g, ' ')}`.split(/\s+/).filter(Boolean),
  )
}

test('every lazily imported component imports the style sheets of its classes', () => {
  const undressed = [...entries, ...fetchedLater].flatMap(start => {
    const files = [...new Set([...entryOf(start), ...withItsImports(start)])]
    const defined = new Set(files.filter(path => path.endsWith('.css')).flatMap(definedIn))
    return files
      .filter(path => path.endsWith('.tsx'))
      .flatMap(path =>
        namedIn(path).flatMap(name => (defined.has(name) ? [] : `${path}: ${name} (${start})`)),
      )
  })
  expect([...new Set(undressed)]).toEqual([])
})

test('every class in a style sheet is used', () => {
  const words = [...components, textCleaner].flatMap(path => textOf(path).match(/[\w-]+(\$\{)?/g) ?? [])
  const used = new Set(words)
  const beginnings = words.filter(word => word.endsWith('-${')).map(word => word.slice(0, -2))
  const isUsed = (name: string) => used.has(name) || beginnings.some(start => name.startsWith(start))
  const sheets = [...new Set([...site, ...office, ...components.flatMap(path => [...withItsImports(path)])])]
  const unused = sheets
    .filter(path => path.endsWith('.css'))
    .flatMap(path => definedIn(path).flatMap(name => (isUsed(name) ? [] : `${path}: ${name}`)))
  expect([...new Set(unused)]).toEqual([])
})
