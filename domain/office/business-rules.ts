import { contrastOf } from './contrast.ts'

/** Colours of a business that were tried on every ground they stand on. */
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

const paper = '#fffdf9'
/** Of words, as of WCAG 2.2 (spec 3 §2.4). */
export const leastContrast = 4.5

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

/** How much a colour differs from paper, from which it differs less than from white. */
export const contrastOnPaper = (colour: string): number => contrastOf(colour, paper)

/** The colour itself where it can be read on paper, and white on it; else the same, as dark as it takes. */
export function readableAccent(colour: string): string {
  for (let percent = 100; percent > 0; percent--) {
    const tried = percent === 100 ? colour : darkened(colour, percent / 100)
    if (contrastOnPaper(tried) >= leastContrast) return tried
  }
  return '#000000'
}

/** For words, and for what is pressed. */
export const darkerAccent = (accent: string): string => darkened(accent, 0.8)

/** A British number for VAT, with or without GB and blanks: nine digits with their checksum, or twelve of a branch. */
export function isVatNumber(text: string): boolean {
  const [, digits = ''] = /^(?:GB)?(\d{9}(?:\d{3})?)$/i.exec(text.replace(/[\s.-]/g, '')) ?? []
  if (!digits) return false
  const sum = [8, 7, 6, 5, 4, 3, 2].reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  const check = sum + Number(digits.slice(7, 9))
  return check % 97 === 0 || (check + 55) % 97 === 0
}

/** What is done before a business opens (spec 3 §2), in the order in which it is shown. */
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

/** Of a text in lines, what stands in square brackets: it is still to be written, and nobody opens with it (spec 3 §2.4). */
export const gapsIn = (text: string): RegExpExecArray[] => [...text.matchAll(/\[[^\]\n]+\]/g)]

/** What a business may open without. */
export const mayOpenWithout: readonly SetUpStep[] = ['look', 'tax', 'money']
