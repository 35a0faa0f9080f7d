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
  ['domain/x.ts', "return kind !== 'event' && isTrial", /branch on a capability/],
  ['domain/x.ts', 'const is = "class" === kind', /branch on a capability/],
  ['demo/x.ts', "switch (kind) { case 'event': }", /branch on a capability/],
  ['contract/x.ts', "['class', 'event'].includes(kind)", /branch on a capability/],
  ['web/site/orders/x.tsx', '<OrderDetail kind="event" />', /branch on a capability/],
  ['web/site/orders/x.tsx', "const wanted: { kind: 'class' } = all", /branch on a capability/],
  ['web/site/orders/x.tsx', 'api.list(`event`, 1)', /branch on a capability/],
  ['web/site/shop/x.tsx', 'useMutation({ mutationFn: api.shop.placeBasket })', /named in the area/],
  ['web/site/shop/x.tsx', 'const { shop } = useApi()', /named in the area/],
  ['server/x.ts', 'const can_num = 1', /wire names live in contract/],
])('%s with %s is found', (path, text, problem) => {
  expect(findStructureProblems([{ path, text }]).join('\n')).toMatch(problem)
})

test('areas of the server that use each other in a circle are found, types aside', () => {
  const there = {
    path: 'server/features/orders/x.ts',
    text: "import { a, type B } from '#server/features/waiting-list/y.ts'",
  }
  const back = { path: 'server/features/waiting-list/y.ts', text: "import { a } from '../orders/x.ts'" }
  const types = "import type { A } from '../orders/x.ts'\nimport { type B, type C } from '../orders/x.ts'"
  expect(findStructureProblems([there, back]).join('\n')).toMatch(/orders uses itself in a circle/)
  expect(findStructureProblems([there, { ...back, text: types }])).toEqual([])
})

test.each([
  ['demo/x.ts', "kinds: ['class', 'event']"],
  ['domain/offering-kinds.ts', "export type OfferingKind = 'class' | 'event' | 'parentSession'"],
  ['web/site/home/x.tsx', '<OfferingTypeGrid kind="class" />'],
  ['server/x.test.ts', "await place('event', session)"],
  ['stripe-stand-in/x.ts', "return { object: 'event' as const }"],
  ['web/site/home/x.tsx', 'const name = `class`'],
])('%s with %s is as it should be', (path, text) => {
  expect(findStructureProblems([{ path, text }])).toEqual([])
})
