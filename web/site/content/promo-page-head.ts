import type { Head, HeadContext } from '#web/page.ts'
import { plainText } from '#web/ui/showcase/plain-text.ts'
import { promoBasicsQuery, promoItemsQuery, promoPageOf } from './queries.ts'

/** Describes parties or private classes as a service, with the items that it includes. */
export function promoPageHead({ api, url, read, publicUrl, imageUrl }: HeadContext): Head {
  const page = promoPageOf(url.pathname)
  const basics = read(promoBasicsQuery(api, page))
  const types = read(promoItemsQuery(api, page, 'types')) ?? []
  const serviceType = page === 'party' ? 'Children’s parties' : 'Private children’s classes'
  return {
    title: basics?.title1 || serviceType,
    description: `${serviceType}: ${types.map(type => type.title).join(', ')}. ${basics?.title2 ?? ''}`,
    image: imageUrl(basics?.banners[0] ?? ''),
    schema: {
      '@type': 'Service',
      name: basics?.title1 || serviceType,
      serviceType,
      url: `${publicUrl}/home/${page}`,
      hasOfferCatalog: {
        '@type': 'OfferCatalog',
        itemListElement: types.map(type => ({
          '@type': 'Offer',
          itemOffered: {
            '@type': 'Service',
            name: type.title,
            description: plainText(type.contentHtml),
          },
        })),
      },
    },
  }
}
