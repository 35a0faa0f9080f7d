import type { QueryClient } from '@tanstack/react-query'
import type { Head, Page, PageContext } from '#web/page.ts'
import type { RuntimeSettings } from '#web/runtime-settings.ts'
import { imageAddress } from '#web/settings.ts'
import { businessNameOf, siteSettingsQuery } from '#web/site/content/queries.ts'

/** A page's title, description and schema, from what its queries have brought so far. */
export async function headOf(
  page: Page,
  context: PageContext,
  queryClient: QueryClient,
  settings: RuntimeSettings,
): Promise<Head & { title: string; business?: string }> {
  const makeHead = await page.head?.()
  const site = queryClient.getQueryData(siteSettingsQuery(context.api).queryKey)
  // The settings have no key for the business's name; its postal address begins with it.
  const business = businessNameOf(site) || undefined
  const head = makeHead?.({
    ...context,
    read: options => queryClient.getQueryData(options.queryKey),
    imageUrl: path =>
      path ? new URL(imageAddress(settings.imageBase, path), settings.publicUrl).href : undefined,
    publicUrl: settings.publicUrl,
  })
  const title = head?.title ?? page.title
  return { ...head, business, title: business ? `${title} · ${business}` : title }
}
