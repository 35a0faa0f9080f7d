import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { makeApi } from '#contract/client.ts'
import { ApiProvider } from '#web/api.ts'
import { StaticRouter } from '#web/navigation/router.tsx'
import { SettingsProvider } from '#web/settings.ts'
import { basketCounts } from '#web/site/basket/count-query.ts'
import { QuickLinks } from './top-bar.tsx'

const api = makeApi(() => () => new Promise(() => undefined))
const settings = {
  ...{ apiBase: '/api/', imageBase: '/media/', publicUrl: 'https://example.test' },
  ...{ isDemo: false, hasDemoPeople: false, lacks: [], pauseText: '' },
}

/** Renders as the server does, which React expects during hydration. */
function linksWith(queries: QueryClient): string {
  return renderToStaticMarkup(
    <StaticRouter url={new URL(addresses.basket(), settings.publicUrl)}>
      <QueryClientProvider client={queries}>
        <SettingsProvider value={settings}>
          <ApiProvider value={api}>
            <QuickLinks />
          </ApiProvider>
        </SettingsProvider>
      </QueryClientProvider>
    </StaticRouter>,
  )
}

test('the top bar hydrates as rendered on the server, even if the basket was counted before', () => {
  const counted = new QueryClient()
  counted.setQueryData(basketCounts, { class: 2, product: 0, event: 0, parentSession: 0 })
  expect(linksWith(counted)).toBe(linksWith(new QueryClient()))
})
