import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { Head, Page, PageContext } from '#web/page.ts'
import type { RuntimeSettings } from '#web/runtime-settings.ts'
import { imageAddress } from '#web/settings.ts'
import { businessNameOf, siteSettingsQuery } from '#web/site/content/queries.ts'

/** A title with the name of the business, once that is known. */
export function titleWithBusiness(title: string, api: Api, queryClient: QueryClient): string {
  const business = businessOf(api, queryClient)
  return business ? `${title} · ${business}` : title
}

/** The settings have no key for the business's name; its postal address begins with it. */
const businessOf = (api: Api, queryClient: QueryClient) =>
  businessNameOf(queryClient.getQueryData(siteSettingsQuery(api).queryKey)) || undefined

/** A page's title, description and schema, from what its queries have brought so far. */
export async function headOf(
  page: Page,
  context: PageContext,
  queryClient: QueryClient,
  settings: RuntimeSettings,
): Promise<Head & { title: string; business?: string }> {
  const makeHead = await page.head?.()
  const head = makeHead?.({
    ...context,
    read: options => queryClient.getQueryData(options.queryKey),
    imageUrl: path =>
      path ? new URL(imageAddress(settings.imageBase, path), settings.publicUrl).href : undefined,
    publicUrl: settings.publicUrl,
  })
  const title = titleWithBusiness(head?.title ?? page.title, context.api, queryClient)
  return { ...head, business: businessOf(context.api, queryClient), title }
}
