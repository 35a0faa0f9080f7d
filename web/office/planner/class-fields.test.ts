import { expect, test } from 'vitest'
import { rarestColour } from './class-fields.tsx'

test('a new class starts with the colour that the fewest classes have', () => {
  expect(rarestColour([])).toBe('#7c5cff')
  expect(rarestColour([{ colour: '#7c5cff', classes: 1 }])).toBe('#c23f1b')
  const shown = ['#7c5cff', '#c23f1b', '#17414d', '#1f6f45', '#b45309', '#be185d', '#1d4ed8', '#57534e']
  const all = shown.map(colour => ({ colour, classes: 2 }))
  expect(rarestColour([...all.slice(0, 5), { colour: '#be185d', classes: 1 }, ...all.slice(6)])).toBe(
    '#be185d',
  )
})
