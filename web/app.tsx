import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { Navigate, useLocation } from 'react-router'
import { type Api, ApiProvider, useApi } from './api.ts'
import { useArrival, useNavigationFromOutside } from './navigation.tsx'
import { headOf } from './page-head.ts'
import { findPage, loadedPage, loadPage, type Page } from './routes.tsx'
import { rememberPlace, useIsSignedIn, watchToken } from './session.ts'
import { type RuntimeSettings, SettingsProvider, useSettings } from './settings.ts'
import { Shell } from './site/shell/shell.tsx'
import { TodayProvider, useToday } from './today.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Messages } from './ui/messages.tsx'
import { PageSkeleton } from './ui/skeleton.tsx'

/** Everything below the router; the browser and the server render the same tree. */
export function App(given: {
  api: Api
  queryClient: QueryClient
  settings: RuntimeSettings
  today: string
  dehydrated?: DehydratedState
}) {
  return (
    <SettingsProvider value={given.settings}>
      <ApiProvider value={given.api}>
        <QueryClientProvider client={given.queryClient}>
          <HydrationBoundary state={given.dehydrated}>
            <TodayProvider serverToday={given.today}>
              <Screen />
              <Messages />
            </TodayProvider>
          </HydrationBoundary>
        </QueryClientProvider>
      </ApiProvider>
    </SettingsProvider>
  )
}

const PageContext = createContext<Page | undefined>(undefined)

/** The page that is shown: its title and path. */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage is for pages')
  return page
}

function Screen() {
  const { pathname } = useLocation()
  const page = findPage(pathname)
  useNavigationFromOutside()
  useArrival()
  useFreshDataPerPerson()
  if ('redirect' in page) return <Navigate to={page.redirect} replace />
  const content = (
    <ErrorBoundary key={page.path}>
      <Suspense fallback={<PageSkeleton />}>
        {page.needsSignIn ? (
          <SignedInOnly>
            <PageView page={page} />
          </SignedInOnly>
        ) : (
          <PageView page={page} />
        )}
      </Suspense>
    </ErrorBoundary>
  )
  return (
    <PageContext value={page}>
      <PageTitle page={page} />
      {page.layout === 'shell' ? (
        <Shell>{content}</Shell>
      ) : (
        <main id="main" tabIndex={-1} className="outline-none">
          {content}
        </main>
      )}
    </PageContext>
  )
}

function PageView({ page }: { page: Page }) {
  const Component = loadedPage(page) ?? use(loadPage(page))
  return <Component />
}

/** The guard of account pages (decision B-17): log-in, and back here afterwards. */
function SignedInOnly({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (isSignedIn === false) rememberPlace(pathname + search)
  }, [isSignedIn, pathname, search])
  if (isSignedIn === undefined) return <PageSkeleton />
  if (!isSignedIn) return <Navigate to="/login" replace />
  return children
}

/** What one person's queries brought is never shown to the next one in this browser. */
function useFreshDataPerPerson(): void {
  const queryClient = useQueryClient()
  useEffect(() => watchToken(() => void queryClient.resetQueries()), [queryClient])
}

function PageTitle({ page }: { page: Page }) {
  const queryClient = useQueryClient()
  const api = useApi()
  const today = useToday()
  const settings = useSettings()
  const { search } = useLocation()
  const title = () => {
    const url = new URL(page.path + search, settings.publicUrl)
    return headOf(page, { url, api, today }, queryClient, settings).title
  }
  const watch = useMemo(
    () => (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  )
  const shown = useSyncExternalStore(watch, title, title)
  useEffect(() => {
    document.title = shown
  }, [shown])
  return null
}
