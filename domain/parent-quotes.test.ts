import { expect, test } from 'vitest'
import { readQuote } from './parent-quotes.ts'

test.each([
  ['She sings all week – Hannah, mother of Isla (4)', 'She sings all week', 'Hannah, mother of Isla (4)'],
  ['“Well-run – and warm” - Jo', 'Well-run – and warm', 'Jo'],
  ['Nobody said this', 'Nobody said this', ''],
  ['A well-run class', 'A well-run class', ''],
])('%s has its words and its name', (line, words, name) => {
  expect(readQuote(line)).toEqual({ words, name })
})
