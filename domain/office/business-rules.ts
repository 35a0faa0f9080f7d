import { contrastOf } from './contrast.ts'

/** Brand colours that were checked against every background on which they appear. */
export const accents = [
  { colour: '#c23f1b', name: 'Brick' },
  { colour: '#b0305c', name: 'Berry' },
  { colour: '#8a3fa0', name: 'Plum' },
  { colour: '#4a52b8', name: 'Indigo' },
  { colour: '#1d6a96', name: 'Sea' },
  { colour: '#17766b', name: 'Teal' },
  { colour: '#2f7336', name: 'Leaf' },
  { colour: '#8a5a12', name: 'Bronze' },
] as const

/** Returns the colour of a checked accent by its name. */
export const accentNamed = (name: (typeof accents)[number]['name']): string =>
  accents.find(accent => accent.name === name)?.colour ?? accents[0].colour

/** The edges that may be drawn below the top of each page of the site, so that it suits a fair or a ballet school. */
export const everyEdge = ['bunting', 'scallops', 'dots', 'line'] as const
export type Edge = (typeof everyEdge)[number]

const paper = '#fffdf9'
/** The contrast that WCAG 2.2 requires of text (spec 3 §2.4). */
export const minContrast = 4.5

const channels = (colour: string) =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number]
const darkened = (colour: string, share: number) =>
  `#${channels(colour)
    .map(channel =>
      Math.floor(channel * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Returns a colour's contrast with the paper colour, which is lower than with white. */
export const contrastOnPaper = (colour: string): number => contrastOf(colour, paper)

/**
 * Returns the colour if it is readable on paper and white is readable on it; otherwise darkens it until it
 * is.
 */
export function readableAccent(colour: string): string {
  for (let percent = 100; percent > 0; percent--) {
    const tried = percent === 100 ? colour : darkened(colour, percent / 100)
    if (contrastOnPaper(tried) >= minContrast) return tried
  }
  return '#000000'
}

/** Returns a darker accent, for text and for buttons. */
export const darkerAccent = (accent: string): string => darkened(accent, 0.8)

/**
 * Whether a text is a British VAT number, with or without GB and spaces: nine digits with a checksum, or
 * twelve for a branch.
 */
export function isVatNumber(text: string): boolean {
  const [, digits = ''] = /^(?:GB)?(\d{9}(?:\d{3})?)$/i.exec(text.replace(/[\s.-]/g, '')) ?? []
  if (!digits) return false
  const sum = [8, 7, 6, 5, 4, 3, 2].reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  const check = sum + Number(digits.slice(7, 9))
  return check % 97 === 0 || (check + 55) % 97 === 0
}

/** The lightest surface on which buttons stand by night: `--color-sun-soft` of web/theme.css. */
const nightSurface = '#352b10'
/** The contrast that WCAG 2.2 requires of the parts of a control. */
const minContrastOfParts = 3

const lightened = (colour: string, percent: number) =>
  `#${channels(colour)
    .map(channel =>
      Math.round(channel + ((255 - channel) * percent) / 100)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/**
 * Returns the accent by night: lightened until a button stands out from each dark surface; white stays readable
 * on it.
 */
export function nightAccent(accent: string): string {
  let percent = 0
  while (contrastOf(lightened(accent, percent), nightSurface) < minContrastOfParts) percent++
  return lightened(accent, percent)
}

/** Returns the accent as a CSS colour, by day and by night. */
export const accentByScheme = (accent: string): string => `light-dark(${accent},${nightAccent(accent)})`

/** The maximum number of rows of a cancellation policy. */
export const maxPolicyRows = 3
export const maxPolicyHours = 24 * 365

/** The maximum number of days that a business may wait for expected money before staff must decide. */
export const maxExpectedDays = 365

/** The longest text of how families pay later. It stands in a mail and on an order's page. */
export const maxPayLaterText = 1_000

/** The steps before a business opens (spec 3 §2), in the order they are shown. */
export const setUpSteps = [
  'business',
  'look',
  'tax',
  'money',
  'payments',
  'mail',
  'venues',
  'classes',
  'term',
  'texts',
] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** Lists the passages in square brackets. They have to be replaced before a business opens (spec 3 §2.4). */
export const gapsIn = (text: string): RegExpExecArray[] => [...text.matchAll(/\[[^\]\n]+\]/g)]

/** The steps that a business may open without. */
export const mayOpenWithout: readonly SetUpStep[] = ['look', 'tax', 'money']
