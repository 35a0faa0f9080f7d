import './site.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { makeApi, sendOverHttp } from './api.ts'
import { App } from './app.tsx'
import { goTo } from './navigation.tsx'
import type { PageData } from './page-data.ts'
import { createQueryClient } from './query-client.ts'
import { BrowserRouter } from './router.tsx'
import { findPage, loadPage } from './routes.tsx'
import { readToken } from './session.ts'
import { readRuntimeSettings } from './settings.ts'
import { watchConnection } from './ui/messages.tsx'

const settings = readRuntimeSettings()
const root = document.getElementById('root') as HTMLElement
const { today, answers }: PageData = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}')
const queryClient = createQueryClient(goTo)
for (const [key, data] of answers) queryClient.setQueryData(key, data)

const page = findPage(location.pathname)
if (!('redirect' in page)) await loadPage(page)

watchConnection()

// As a transition: the phone answers to a finger between the steps of hydrating.
startTransition(() => {
  hydrateRoot(
    root,
    <BrowserRouter>
      <App
        api={makeApi(sendOverHttp(settings.apiBase, readToken))}
        queryClient={queryClient}
        settings={settings}
        today={today}
      />
    </BrowserRouter>,
  )
})
