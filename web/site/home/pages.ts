import * as addresses from '#contract/addresses.ts'
import { type Page, shell } from '#web/page.ts'
import { homePageQueries } from './home-page-data.ts'

export const homePages: Page[] = [
  shell(addresses.home, 'Home', () => import('./home-page.tsx').then(file => file.HomePage), {
    data: homePageQueries,
    head: () => import('./home-page-head.ts').then(file => file.homePageHead),
  }),
]
