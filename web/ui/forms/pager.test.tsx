import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Pager } from './pager.tsx'

const sizesOffered = (perPage: number) => {
  const html = renderToStaticMarkup(
    <Pager label="Pages" page={1} perPage={perPage} total={12} onPage={() => {}} onSize={() => {}} />,
  )
  return [...html.matchAll(/<option value="(\d+)"( selected="")?/g)].map(
    ([, size, isChosen]) => `${size}${isChosen ? ' chosen' : ''}`,
  )
}

// Proves CONST-08.
test('a list offers 100, 200, 300 or 400 rows, and the size that the server applied', () => {
  expect(sizesOffered(10)).toEqual(['10 chosen', '100', '200', '300', '400'])
  expect(sizesOffered(20)).toEqual([])
  expect(sizesOffered(200)).toEqual(['100', '200 chosen', '300', '400'])
})
