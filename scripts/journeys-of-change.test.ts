import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { journeysOfArea, journeysOfChange } from './journeys-of-change.ts'

test('the table has every area and every journey', () => {
  for (const [area, journeys] of Object.entries(journeysOfArea)) {
    const homes = ['web/site', 'server/features'].filter(home => existsSync(`${home}/${area}`))
    expect(homes, area).not.toEqual([])
    for (const name of journeys) expect(existsSync(`journeys/${name}.journey.ts`), name).toBe(true)
  }
  for (const name of journeysOfChange(['contract/shop.ts']) ?? []) {
    expect(existsSync(`journeys/${name}.journey.ts`), name).toBe(true)
  }
})

test('a change in an area selects its journeys, and those that look at every page', () => {
  const ofShop = ['accessibility', 'addresses', 'basket', 'failures', 'shop']
  expect(journeysOfChange(['web/site/shop/product-page.tsx'])).toEqual(ofShop)
  expect(journeysOfChange(['contract/shop.ts', 'server/features/shop/queries.ts'])).toEqual(ofShop)
  expect(journeysOfChange(['server/features/own-data/calls.ts', 'web/site/home/home.css'])).toEqual(
    expect.arrayContaining(['home', 'own-data']),
  )
})

test('a change in shared code selects every journey', () => {
  for (const file of [
    'web/ui/forms/dialog.tsx',
    'domain/sentences.ts',
    'contract/wire.ts',
    'web/site/shell/shell.css',
    'server/features/orders/place-order.ts',
    'server/database/migrate.ts',
    'journeys/site-test.ts',
    'package-lock.json',
  ]) {
    expect(journeysOfChange(['web/site/shop/shop.css', file]), file).toBeUndefined()
  }
})

test('a changed journey is selected; texts, benches and tests select none', () => {
  expect(journeysOfChange(['journeys/trial.journey.ts'])).toEqual(['trial'])
  expect(journeysOfChange(['journeys/office/terms.journey.ts'])).toEqual(['office/terms'])
  expect(journeysOfChange(['README.md', 'docs/payments.md', 'bench/submit.ts', 'web/api.test.ts'])).toEqual(
    [],
  )
})
