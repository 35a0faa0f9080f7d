import * as addresses from '#contract/addresses.ts'
import { type Page, shell } from '#web/page.ts'

export const basketPages: Page[] = [
  shell(addresses.basket, 'Basket', () => import('./basket-page.tsx').then(file => file.BasketPage), {
    needsSignIn: true,
  }),
]
