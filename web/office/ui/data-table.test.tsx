import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataTable } from './data-table.tsx'
import { wholeList } from './whole-list.ts'

test('a list shows its count, and where counting stops', () => {
  const foot = (total: number, countedTo?: number) =>
    renderToStaticMarkup(
      <DataTable
        label="Families"
        columns={[{ heading: 'Name', cell: String }]}
        list={wholeList(['Ada', 'Bea'], undefined, total)}
        keyOf={String}
        empty={{ sentence: '' }}
        {...(countedTo && { countedTo })}
      />,
    ).match(/aria-live="polite">([^<]*)/)?.[1]
  expect(foot(2)).toBe('2 in all')
  expect(foot(1_200)).toBe('2 of 1,200')
  expect(foot(10_000)).toBe('2 of 10,000+')
  expect(foot(499, 500)).toBe('2 of 499')
  expect(foot(500, 500)).toBe('2 of 500+')
})
