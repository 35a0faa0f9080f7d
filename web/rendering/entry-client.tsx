import '#web/site.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { makeApi } from '#contract/client.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { sendOverHttp } from '#web/api.ts'
import { goTo } from '#web/navigation/go-to.ts'
import { BrowserRouter } from '#web/navigation/router.tsx'
import { readToken } from '#web/session.ts'
import { readRuntimeSettings } from '#web/settings.ts'
import { showNote, watchConnection } from '#web/ui/messages.tsx'
import { App } from './app.tsx'
import type { PageData } from './page-data.ts'
import { createQueryClient } from './query-client.ts'
import { bringPageOf, bringWholePage } from './routes.ts'

const settings = readRuntimeSettings()
const root = document.getElementById('root') as HTMLElement
const { today, answers }: PageData = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}')
const queryClient = createQueryClient(goTo)
for (const [key, data] of answers) queryClient.setQueryData(key, data)

const api = makeApi(
  sendOverHttp(settings.apiBase, readToken, seconds => showNote(`We are busy. Trying again in ${seconds} s`)),
)

function loadPage(pathname: string, isAnotherPage: boolean): Promise<unknown> | undefined {
  if (!isAnotherPage) return bringPageOf(pathname)
  return bringWholePage({ url: new URL(location.href), api, today: todayInLondon(new Date()) }, queryClient)
}

function listen(): void {
  watchConnection()
  // A transition hydrates in slices, so that no long task blocks a slow phone.
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter loadPage={loadPage}>
        <App api={api} queryClient={queryClient} settings={settings} today={today} />
      </BrowserRouter>,
    )
  })
}

// If the page's code fails to load, the page offers a retry. A top-level `await` here would block
// modules that import this file, and stop the bundler from joining files.
const onItsWay = bringPageOf(location.pathname)
if (onItsWay) onItsWay.then(listen, listen)
else listen()
