import * as addresses from '#contract/addresses.ts'
import type { Head, HeadContext } from '#web/page.ts'
import { packsQuery } from './packs-query.ts'

export function classPackPageHead({ api, read, publicUrl, imageUrl }: HeadContext): Head {
  const packs = read(packsQuery(api)) ?? []
  return {
    title: 'Class Packs',
    description: `Buy classes together and spend them on any child: ${packs.map(pack => pack.name).join(', ')}.`,
    image: imageUrl(packs[0]?.image ?? ''),
    schema: packs.map(pack => ({
      '@type': 'Product',
      name: pack.name,
      description: pack.description,
      image: imageUrl(pack.image),
      offers: {
        '@type': 'Offer',
        price: (pack.pricePence / 100).toFixed(2),
        priceCurrency: 'GBP',
        url: publicUrl + addresses.classPacks(),
      },
    })),
  }
}
