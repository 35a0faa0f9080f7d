import { expect, test } from 'vitest'
import { findStructureProblems, readSources } from './check-structure.ts'

test('the project keeps its own borders', () => {
  expect(findStructureProblems(readSources())).toEqual([])
})

test.each([
  ['domain/x.ts', "import { a } from '#server/a.ts'", /may import only domain/],
  ['web/site/home/x.tsx', "import { a } from '#server/a.ts'", /may import only web/],
  ['server/x.ts', "import { a } from '#web/a.ts'", /may import only server/],
  ['server/features/shop/x.ts', "import { a } from '../basket/calls.ts'", /not its calls/],
  ['web/ui/x.tsx', "import { a } from '../site/home/a.tsx'", /knows no business/],
  ['server/features/shop/utils.ts', '', /name of what it holds/],
  ['server/features/shop/MakeOrder.ts', '', /kebab-case/],
  ['server/features/goods/x.ts', '', /not an area/],
  ['server/x.ts', "if (kind === 'parentSession')", /branch on a capability/],
  ['server/x.ts', 'const can_num = 1', /wire names live in contract/],
])('%s with %s is found', (path, text, problem) => {
  expect(findStructureProblems([{ path, text }]).join('\n')).toMatch(problem)
})
