import { expect, test } from 'vitest'
import { findStructureProblems, readSources } from './check-structure.ts'

test('the project keeps its import rules', () => {
  expect(findStructureProblems(readSources())).toEqual([])
})

test.each([
  ['domain/x.ts', "import { a } from '#server/a.ts'", /may import only domain/],
  ['web/site/home/x.tsx', "import { a } from '#server/a.ts'", /may import only web/],
  ['server/x.ts', "import { a } from '#web/a.ts'", /may import only server/],
  ['server/pages/x.ts', "import { a } from '#web/a.ts'", /may import only server/],
  ['server/features/shop/x.ts', "import { a } from '../orders/calls.ts'", /not its calls/],
  [
    'server/features/shop/x.ts',
    "import { a } from '../basket/a.ts'",
    /basket stands above server\/features\/shop/,
  ],
  ['server/database/x.ts', "import type { A } from '#server/services.ts'", /services.ts stands above/],
  ['server/request/x.ts', "import type { A } from '#server/staff-log/a.ts'", /staff-log stands above/],
  ['server/features/shop/x.ts', "import { a } from '#server/http/a.ts'", /http stands above/],
  ['server/x.ts', '', /list of rooms/],
  ['web/ui/x.tsx', "import { a } from '../site/home/a.tsx'", /site\/home stands above web\/ui/],
  ['web/ui/x.tsx', "import type { Page } from '#web/page.ts'", /page.ts stands above web\/ui/],
  ['web/navigation/x.ts', "import { a } from '#web/ui/a.tsx'", /web\/ui stands above/],
  ['web/site/basket/x.tsx', "import { a } from '../shop/a.ts'", /shop stands above web\/site\/basket/],
  ['web/site/shell/x.tsx', "import { a } from '#web/rendering/a.ts'", /rendering stands above/],
  ['web/ui/x.tsx', "import { a } from '#domain/office/a.ts'", /take nothing of each other/],
  ['web/rendering/x.tsx', "import { a } from '#web/office/a.ts'", /take nothing of each other/],
  ['contract/x.ts', "import { a } from './office/a.ts'", /take nothing of each other/],
  ['web/office/ui/x.tsx', "import { a } from '#web/site/shop/a.ts'", /take nothing of each other/],
  ['web/office/orders/x.tsx', 'useMutation({ mutationFn: api.orders.note })', /named in the area/],
  ['web/ui/x.tsx', 'useEffect(() => field.current?.focus(), [])', /braces/],
  ['web/ui/x.tsx', 'useLayoutEffect(async () => {}, [])', /braces/],
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
  ['server/x.ts', 'const can_num = 1', /the wire is spelt in contract/],
  ['server/x.test.ts', "await app.call('user/login')", /the wire is spelt in contract/],
  ['journeys/x.journey.ts', "page.route('**/api/Pay/Stripe')", /the wire is spelt in contract/],
])('%s with %s is found', (path, text, problem) => {
  expect(findStructureProblems([{ path, text }]).join('\n')).toMatch(problem)
})

test.each([
  ['demo/x.ts', "kinds: ['class', 'event']"],
  ['server/http/x.test.ts', "await app.call('user/login', { can_num: 1 })"],
  ['domain/offering-kinds.ts', "export type OfferingKind = 'class' | 'event' | 'parentSession'"],
  ['web/site/home/x.tsx', '<OfferingTypeGrid kind="class" />'],
  ['server/x.test.ts', "await place('event', session)"],
  ['stripe-stand-in/x.ts', "return { object: 'event' as const }"],
  ['web/site/home/x.tsx', 'const name = `class`'],
  ['server/pages/x.ts', "import type { A } from '#web/a.ts'"],
  ['server/http/x.ts', "import type { A } from '#server/features/shop/a.ts'"],
  ['web/office/ui/x.tsx', "import { a } from '#web/ui/a.tsx'"],
  ['web/ui/x.tsx', 'useEffect(() => {\n  a()\n}, [])'],
  ['web/ui/x.tsx', 'useEffect(() => () => a(), [])'],
])('%s with %s is as it should be', (path, text) => {
  expect(findStructureProblems([{ path, text }])).toEqual([])
})

test('circular imports are found, types included', () => {
  const around = (back: string) =>
    findStructureProblems([
      { path: 'domain/a.ts', text: "import { b } from './b.ts'" },
      { path: 'domain/b.ts', text: "import { c } from './c.ts'" },
      { path: 'domain/c.ts', text: back },
    ])
  expect(around("import { a } from './a.ts'")).toEqual([
    'domain/a.ts → domain/b.ts → domain/c.ts → domain/a.ts: imports run in a circle',
  ])
  expect(around("const a = () => import('./a.ts')")).toHaveLength(1)
  expect(around("import { type A, a } from './a.ts'")).toHaveLength(1)
  expect(around("import type { A } from './a.ts'")).toHaveLength(1)
})
