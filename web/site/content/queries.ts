import { queryOptions } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import type { Api } from '#contract/client.ts'
import type { PromoPage } from '#contract/content.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { PageContext } from '#web/page.ts'

const staleTime = 5 * 60_000

/** Reads the settings that every page shows: logos, contact details, the packs' picture. Long texts are left out. */
export const siteSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['content', 'site'],
    queryFn: async () => {
      const site = await api.content.siteSettings()
      const { logo, footerLogo, banners, twitterUrl, facebookUrl, instagramUrl } = site
      const { contactAddress, contactEmail, contactPhone, packImage, pointsUse, postageText, facts } = site
      return {
        ...{ logo, footerLogo, banners, twitterUrl, facebookUrl, instagramUrl },
        ...{ contactAddress, contactEmail, contactPhone, packImage, pointsUse, postageText, facts },
      }
    },
    staleTime,
  })

/** Returns the business's name, with which its contact line begins. */
export const businessNameOf = (site: { contactAddress: string } | undefined): string =>
  site?.contactAddress.split(',')[0] ?? ''

/** Queries the settings with the long texts: about us, contact, terms … */
export const siteTextsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['content', 'site-texts'],
    queryFn: () => api.content.siteSettings(),
    staleTime,
  })

/** Reads one version of the terms or the privacy policy. It never changes. */
export const termsVersionQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['content', 'terms-version', id],
    queryFn: () => api.content.termsVersion({ id }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const homeSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['content', 'home'],
    queryFn: () => api.content.homeSettings(),
    staleTime,
  })

export const articlesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['content', 'articles'],
    queryFn: () => api.content.articles(),
    staleTime,
  })

const areaCalls = {
  class: 'classSettings',
  event: 'eventSettings',
  parentSession: 'parentSessionSettings',
} as const satisfies Record<OfferingKind, keyof Api['content']>

/** Banners, title and text of a kind's own page. */
export const areaSettingsQuery = (api: Api, kind: OfferingKind) =>
  queryOptions({
    queryKey: ['content', 'area', kind],
    queryFn: () => api.content[areaCalls[kind]](),
    staleTime,
  })

/** Returns which of the two promo pages has this path. */
export const promoPageOf = (pathname: string): PromoPage =>
  addresses.isPathOf(pathname, addresses.parties) ? 'party' : 'bespoke'

export const promoBasicsQuery = (api: Api, page: PromoPage) =>
  queryOptions({
    queryKey: ['content', 'promo', page, 'basics'],
    queryFn: () => api.promoPages[page].basics(),
    staleTime,
  })

export const promoItemsQuery = (api: Api, page: PromoPage, section: PromoSection) =>
  queryOptions({
    queryKey: ['content', 'promo', page, section],
    queryFn: () => api.promoPages[page][section](),
    staleTime,
  })

export const promoSections = ['types', 'themes', 'products'] as const
export type PromoSection = (typeof promoSections)[number]

export function promoPageQueries({ api, url }: PageContext) {
  const page = promoPageOf(url.pathname)
  return [promoBasicsQuery(api, page), ...promoSections.map(section => promoItemsQuery(api, page, section))]
}
