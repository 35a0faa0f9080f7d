import { expect, test } from 'vitest'
import { ageInWords } from './people.ts'

test('a baby’s age is said in months, from two years on in years', () => {
  const words = (birthday: string) => ageInWords(birthday, '2026-11-24')
  expect(['2026-11-20', '2026-10-24', '2026-01-16', '2024-11-25', '2024-11-24'].map(words)).toEqual([
    ...['0 months', '1 month', '10 months', '23 months', '2'],
  ])
})
