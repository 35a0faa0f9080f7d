import * as addresses from '#contract/addresses.ts'
import { account, type Page } from '#web/page.ts'

export const childPages: Page[] = [
  account(addresses.child, 'Child', () => import('./child-page.tsx').then(file => file.ChildPage)),
  account(
    addresses.editChild,
    'Add child',
    () => import('./edit-child-page.tsx').then(file => file.EditChildPage),
    {
      head: () => import('./edit-child-page-head.ts').then(file => file.editChildPageHead),
    },
  ),
]
