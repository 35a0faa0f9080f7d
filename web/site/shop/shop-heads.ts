import * as addresses from '#contract/addresses.ts'
import type { Head, HeadContext } from '#web/page.ts'
import { plainText } from '#web/ui/showcase/plain-text.ts'
import {
  categoriesQuery,
  categoryQuery,
  type Product,
  popularProductsQuery,
  productQuery,
  wholeNumber,
} from './queries.ts'

export function mallPageHead(context: HeadContext): Head {
  const { api, read } = context
  const categories = read(categoriesQuery(api)) ?? []
  return {
    title: 'Shop',
    description: `Kit and presents for young children, sent to your door: ${categories.map(({ name }) => name).join(', ')}.`,
    canonical: addresses.shop(),
    image: context.imageUrl(categories[0]?.image ?? ''),
    schema: itemList(context, read(popularProductsQuery(api, 1))?.items ?? []),
  }
}

export function categoryPageHead(context: HeadContext): Head {
  const { api, url, read } = context
  const found = read(categoryQuery(api, url.searchParams))
  if (!found?.category) return { title: 'Shop', isPrivate: true }
  const { category, current, products } = found
  const page = products?.page ?? 1
  return {
    title: `${category.name} · Shop`,
    description: `${category.name} from our shop: ${(products?.items ?? []).map(({ name }) => name).join(', ')}.`,
    canonical: addresses.category({ index: current, page: page > 1 ? page : undefined }),
    image: context.imageUrl(category.image),
    schema: itemList(context, products?.items ?? []),
  }
}

export function productPageHead(context: HeadContext): Head {
  const { api, url, read } = context
  const productId = wholeNumber(addresses.product.read(url.searchParams).productId)
  const product = read(productQuery(api, productId))
  if (!product) return { title: 'Product', isPrivate: true }
  return {
    title: product.name,
    description: plainText(product.contentHtml).slice(0, 200),
    canonical: addresses.product({ productId: product.id }),
    image: context.imageUrl(product.image),
    schema: schemaOf(context, product),
  }
}

function schemaOf({ publicUrl, imageUrl }: HeadContext, product: Product): object {
  const images = product.images.length > 0 ? product.images : [product.image]
  return {
    '@type': 'Product',
    name: product.name,
    description: plainText(product.contentHtml),
    category: product.categoryName,
    image: images.map(imageUrl).filter(Boolean),
    url: publicUrl + addresses.product({ productId: product.id }),
    offers: {
      '@type': 'Offer',
      price: (product.pricePence / 100).toFixed(2),
      priceCurrency: 'GBP',
      availability: product.stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      url: publicUrl + addresses.product({ productId: product.id }),
    },
  }
}

const itemList = (context: HeadContext, products: readonly Product[]): object => ({
  '@type': 'ItemList',
  itemListElement: products.map((product, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: schemaOf(context, product),
  })),
})
