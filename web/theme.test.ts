import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accentByScheme, accents, nightAccent, readableAccent } from '#domain/office/business-rules.ts'
import { contrastOf } from '#domain/office/contrast.ts'

const schemes = ['day', 'night'] as const
type Scheme = (typeof schemes)[number]

const sheet = readFileSync('web/theme.css', 'utf8')
const long = (colour: string) =>
  colour.length === 4 ? `#${[...colour.slice(1)].map(c => c + c).join('')}` : colour

/** Reads a token that is a pair of colours, or one colour for both schemes. */
function token(name: string, scheme: Scheme): string {
  const [, value = ''] = new RegExp(`--color-${name}: ([^;]+);`).exec(sheet) ?? []
  const [day = '', night = day] = value.match(/#[0-9a-f]{3,6}\b/g) ?? []
  return long(scheme === 'day' ? day : night)
}

/** Mixes two colours as `color-mix(in srgb, one, other share)` does. */
function mixed(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(1 + at * 2, 3 + at * 2), 16)
  const mix = (at: number) => Math.round(channel(one, at) * (1 - share) + channel(other, at) * share)
  return `#${[0, 1, 2].map(at => mix(at).toString(16).padStart(2, '0')).join('')}`
}

const grounds = ['paper', 'card', 'cream', 'deep-soft', 'sun-soft', 'good-soft', 'bad-soft', 'over']
const texts: [string, string[]][] = [
  ['ink', grounds],
  ['quiet', grounds],
  ['deep', ['paper', 'card', 'cream', 'deep-soft', 'sun-soft']],
  ['good', ['paper', 'card', 'cream', 'good-soft']],
  ['bad', ['paper', 'card', 'cream', 'bad-soft']],
  ['warn', ['paper', 'card', 'cream', 'sun-soft']],
  // A chosen chip, day or tab.
  ['card', ['deep']],
]

test.each(schemes)('every text of the theme is readable on its grounds by %s', scheme => {
  const weak = texts.flatMap(([text, behind]) =>
    behind.flatMap(ground => {
      const contrast = contrastOf(token(text, scheme), token(ground, scheme))
      return contrast < 4.5 ? [`${text} on ${ground}: ${contrast.toFixed(2)}`] : []
    }),
  )
  expect(weak).toEqual([])
})

test.each(schemes)('by %s, the edges of fields stand out from their surfaces', scheme => {
  for (const ground of ['paper', 'card', 'cream']) {
    expect(contrastOf(token('edge', scheme), token(ground, scheme))).toBeGreaterThanOrEqual(3)
  }
})

// Steps through the colours that a business may pick, made readable as the office makes them.
const steps = ['00', '2a', '55', '80', 'aa', 'd5', 'ff']
const everyAccent = [
  ...accents.map(({ colour }) => colour),
  ...steps.flatMap(r => steps.flatMap(g => steps.map(b => readableAccent(`#${r}${g}${b}`)))),
]
const underButtons = ['paper', 'card', 'cream', 'deep-soft', 'sun-soft'].map(name => token(name, 'night'))

test('any accent stands out by night as a button, with readable words on it', () => {
  const weak = everyAccent.flatMap(accent => {
    const night = nightAccent(accent)
    const isClear = underButtons.every(ground => contrastOf(night, ground) >= 3)
    return isClear && contrastOf(night, '#ffffff') >= 4.5 ? [] : [`${accent}: ${night}`]
  })
  expect(weak).toEqual([])
})

test('any accent is readable by night as words', () => {
  const weak = everyAccent.flatMap(accent => {
    const words = mixed(nightAccent(accent), '#ffffff', 0.6)
    return underButtons.every(ground => contrastOf(words, ground) >= 4.5) ? [] : [`${accent}: ${words}`]
  })
  expect(weak).toEqual([])
})

test('the accent of a business that chose none is lightened by night like any other', () => {
  const usual = accentByScheme(accents[0].colour).replace(',', ', ')
  expect(sheet).toContain(`--color-brand: ${usual};`)
  expect(readFileSync('server/http/plain-page.css', 'utf8')).toContain(`--color-brand: ${usual};`)
})

test.each(schemes)('words stay readable over the tint of any class colour by %s', scheme => {
  for (const colour of ['#000000', '#ffffff', '#ffff00', '#0000ff', '#ff0000', '#00ff00']) {
    const tinted = mixed(token('card', scheme), colour, 0.12)
    const { ink, quiet } = { ink: token('ink', scheme), quiet: token('quiet', scheme) }
    expect(contrastOf(ink, tinted), `ink over ${colour}`).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(quiet, tinted), `quiet over ${colour}`).toBeGreaterThanOrEqual(4.5)
  }
})
