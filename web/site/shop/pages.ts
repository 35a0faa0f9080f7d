import * as addresses from '#contract/addresses.ts'
import { type Page, shell } from '#web/page.ts'
import {
  categoriesQuery,
  categoryQuery,
  popularProductsQuery,
  productQuery,
  shownPages,
  wholeNumber,
} from './queries.ts'

const heads = () => import('./shop-heads.ts')

export const shopPages: Page[] = [
  shell(addresses.shop, 'Shop', () => import('./mall-page.tsx').then(file => file.MallPage), {
    data: ({ api, url }) => [
      categoriesQuery(api),
      ...shownPages(url.searchParams).map(page => popularProductsQuery(api, page)),
    ],
    head: () => heads().then(file => file.mallPageHead),
  }),
  shell(
    addresses.category,
    'Shop category',
    () => import('./category-page.tsx').then(file => file.CategoryPage),
    {
      data: ({ api, url }) => [categoryQuery(api, url.searchParams)],
      head: () => heads().then(file => file.categoryPageHead),
    },
  ),
  shell(addresses.product, 'Product', () => import('./product-page.tsx').then(file => file.ProductPage), {
    data: ({ api, url }) => [
      categoriesQuery(api),
      productQuery(api, wholeNumber(addresses.product.read(url.searchParams).productId)),
    ],
    head: () => heads().then(file => file.productPageHead),
  }),
  shell(addresses.checkout, 'Checkout', () => import('./checkout-page.tsx').then(file => file.CheckoutPage), {
    needsSignIn: true,
  }),
]
