import './office.css'
import { createRoot } from 'react-dom/client'
import { signIn } from '#contract/office/addresses.ts'
import { makeOfficeApi } from '#contract/office/client.ts'
import { goTo } from '#web/navigation/go-to.ts'
import { BrowserRouter } from '#web/navigation/router.tsx'
import { readRuntimeSettings, SettingsProvider } from '#web/settings.ts'
import { watchConnection } from '#web/ui/messages.tsx'
import { OfficeApp } from './frame/office-app.tsx'
import { showChosenTheme } from './frame/theme.ts'
import { sendToOffice } from './office-api.ts'
import { createOfficeQueryClient } from './office-query-client.ts'
import { followOtherTabs, signInFrom } from './office-session.ts'
import { bringOfficePageOf } from './pages.ts'

showChosenTheme()
watchConnection()
followOtherTabs()
const queryClient = createOfficeQueryClient(() => {
  const { pathname, search } = location
  // Of several signed-out calls, the first stores where to return.
  if (pathname !== signIn()) goTo(signInFrom(pathname + search))
})

// Before the first rendering, which waits for who is signed in.
void bringOfficePageOf(location.pathname)?.catch(() => {})

/**
 * Whether a newer release has taken over. The files of this page's release may be gone, so the next page is loaded from
 * the server.
 */
let isOfFormerRelease = false
const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
if (workers?.controller)
  workers.addEventListener('controllerchange', () => {
    isOfFormerRelease = true
  })
const bringPage = (pathname: string, isAnotherPage: boolean) => {
  if (!(isOfFormerRelease && isAnotherPage)) return bringOfficePageOf(pathname)
  location.reload()
  return new Promise<never>(() => {})
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <BrowserRouter loadPage={bringPage}>
    <SettingsProvider value={readRuntimeSettings()}>
      <OfficeApp api={makeOfficeApi(sendToOffice)} queryClient={queryClient} />
    </SettingsProvider>
  </BrowserRouter>,
)
