import * as addresses from '#contract/addresses.ts'
import type { Head, HeadContext } from '#web/page.ts'
import { businessNameOf, homeSettingsQuery, siteSettingsQuery } from '#web/site/content/queries.ts'
import { offeringTypesQuery } from '#web/site/offerings/lookup-queries.ts'
import { plainText } from '#web/ui/showcase/plain-text.ts'

export function homePageHead({ api, read, publicUrl, imageUrl }: HeadContext): Head {
  const site = read(siteSettingsQuery(api))
  const home = read(homeSettingsQuery(api))
  const types = read(offeringTypesQuery(api, 'class')) ?? []
  return {
    // The frame adds the business's name.
    title: home?.title1
      ? `${home.title1}: children’s classes`
      : types.length > 0
        ? 'Children’s classes'
        : 'Welcome',
    ...(types.length > 0 && {
      description: `Weekly children’s classes you can book in two minutes: ${types.map(type => type.name).join(', ')}.`,
    }),
    image: imageUrl(home?.banners[0] ?? ''),
    schema: {
      '@type': 'ChildCare',
      name: businessNameOf(site) || 'Children’s classes',
      url: publicUrl + addresses.home(),
      telephone: site?.contactPhone,
      email: site?.contactEmail,
      address: site?.contactAddress,
      logo: imageUrl(site?.logo ?? ''),
      sameAs: [site?.twitterUrl, site?.facebookUrl, site?.instagramUrl].filter(Boolean),
      makesOffer: types.map(type => ({
        '@type': 'Offer',
        itemOffered: {
          '@type': 'Course',
          name: type.name,
          description: plainText(type.introduction),
          url: publicUrl + addresses.ofKind.class.type({ typeId: type.id }),
        },
      })),
    },
  }
}
