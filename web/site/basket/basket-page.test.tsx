import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { makeApi } from '#contract/client.ts'
import type { SitePart } from '#domain/site-parts.ts'
import { ApiProvider } from '#web/api.ts'
import { StaticRouter } from '#web/navigation/router.tsx'
import { SettingsProvider } from '#web/settings.ts'
import { BasketPage } from './basket-page.tsx'
import { basketCounts } from './count-query.ts'

const api = makeApi(() => () => new Promise(() => undefined))

/** Returns the tabs' links for a business without these parts, and a family with these numbers of lines. */
function linksOf(lacks: SitePart[], counts: Record<string, number>, tab?: number): string[] {
  const settings = {
    ...{ apiBase: '/api/', imageBase: '/media/', publicUrl: 'https://example.test' },
    ...{ isDemo: false, hasDemoPeople: false, lacks, pauseText: '' },
  }
  const queries = new QueryClient()
  queries.setQueryData(basketCounts, counts)
  const html = renderToStaticMarkup(
    <StaticRouter url={new URL(addresses.basket(tab === undefined ? {} : { tab }), settings.publicUrl)}>
      <QueryClientProvider client={queries}>
        <SettingsProvider value={settings}>
          <ApiProvider value={api}>
            <BasketPage />
          </ApiProvider>
        </SettingsProvider>
      </QueryClientProvider>
    </StaticRouter>,
  )
  const [nav = ''] = /<nav aria-label="Your basket".*?<\/nav>/.exec(html) ?? []
  return nav.match(/<a .*?>/g) ?? []
}

const typeOf = (link = '') => /type=(\d)/.exec(link)?.[1]
const tabsOf = (...given: Parameters<typeof linksOf>) => linksOf(...given).map(typeOf)
const currentOf = (...given: Parameters<typeof linksOf>) =>
  typeOf(linksOf(...given).find(link => link.includes('aria-current')))

const nothing = { class: 0, product: 0, event: 0, parentSession: 0 }

test('a basket has a tab for each kind that is offered, in the basket or in the address', () => {
  expect(tabsOf([], nothing)).toEqual(['0', '1', '2', '3'])
  expect(tabsOf(['shop', 'event', 'parentSession'], nothing)).toEqual(['0'])
  expect(tabsOf(['shop', 'event', 'parentSession'], { ...nothing, event: 2 })).toEqual(['0', '2'])
  expect(tabsOf(['shop', 'event', 'parentSession'], nothing, 3)).toEqual(['0', '3'])
})

test('a basket opens the first tab with content, unless the address names one', () => {
  expect(currentOf([], nothing)).toBe('0')
  expect(currentOf([], { ...nothing, product: 1, event: 1 })).toBe('1')
  expect(currentOf([], { ...nothing, parentSession: 2 })).toBe('3')
  expect(currentOf([], { ...nothing, event: 1 }, 0)).toBe('0')
})
