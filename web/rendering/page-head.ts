import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { Head, Page, PageContext } from '#web/page.ts'
import type { RuntimeSettings } from '#web/runtime-settings.ts'
import { imageAddress } from '#web/settings.ts'
import { businessNameOf, siteSettingsQuery } from '#web/site/content/queries.ts'

/** Returns a title with the name of the business, once that is known. */
export function titleWithBusiness(title: string, api: Api, queryClient: QueryClient): string {
  const business = businessOf(api, queryClient)
  return business ? `${title} · ${business}` : title
}

/** Returns the business's name, with which its postal address begins, because the settings have no key for it. */
const businessOf = (api: Api, queryClient: QueryClient) =>
  businessNameOf(queryClient.getQueryData(siteSettingsQuery(api).queryKey)) || undefined

/** Returns a page's title, description and schema from the queries loaded so far. */
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
