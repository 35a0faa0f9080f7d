import * as addresses from '#contract/addresses.ts'
import { account, type Page, shell } from '#web/page.ts'
import { siteTextsQuery } from '#web/site/content/queries.ts'
import { packsQuery } from './packs-query.ts'

export const creditPages: Page[] = [
  shell(
    addresses.classPacks,
    'Class Packs',
    () => import('./class-pack-page.tsx').then(file => file.ClassPackPage),
    {
      data: ({ api }) => [packsQuery(api), siteTextsQuery(api)],
      head: () => import('./class-pack-page-head.ts').then(file => file.classPackPageHead),
    },
  ),
  account(addresses.rewardPoints, 'Reward points', () =>
    import('./reward-points-page.tsx').then(file => file.RewardPointsPage),
  ),
  account(addresses.credits, 'Class pack', () => import('./credits-page.tsx').then(file => file.CreditsPage)),
]
