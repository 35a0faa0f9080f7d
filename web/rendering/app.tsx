import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { editChild, isPathOf, logIn, ofKind, onboarding } from '#contract/addresses.ts'
import type { Api } from '#contract/client.ts'
import { ApiProvider, useApi } from '#web/api.ts'
import { useArrival } from '#web/navigation/arrival.ts'
import { replayEarlyPresses } from '#web/navigation/early-presses.ts'
import { useNavigationFromOutside } from '#web/navigation/go-to.ts'
import { currentLocation } from '#web/navigation/history.ts'
import { FetchAheadProvider } from '#web/navigation/page-link.tsx'
import { forgetUnwantedAction } from '#web/navigation/pending-action.ts'
import { Navigate, useIsNavigating, useLocation } from '#web/navigation/router.tsx'
import { type Page, ShownPageProvider } from '#web/page.ts'
import { PageView } from '#web/page-view.tsx'
import type { RuntimeSettings } from '#web/runtime-settings.ts'
import { readToken, rememberPlace, useIsSignedIn, watchToken } from '#web/session.ts'
import { SettingsProvider, useOffers, useSettings } from '#web/settings.ts'
import { Shell } from '#web/site/shell/shell.tsx'
import { TodayProvider, useToday } from '#web/today.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { closeReadProblems, Messages } from '#web/ui/messages.tsx'
import { ProgressLine } from '#web/ui/progress-line.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { whenIdle } from '#web/when-idle.ts'
import { headOf, titleWithBusiness } from './page-head.ts'
import { fetchAhead, findPage } from './routes.ts'

/** Everything below the router; the browser and the server render the same tree. */
export function App(given: { api: Api; queryClient: QueryClient; settings: RuntimeSettings; today: string }) {
  return (
    <SettingsProvider value={given.settings}>
      <ApiProvider value={given.api}>
        <QueryClientProvider client={given.queryClient}>
          <TodayProvider serverToday={given.today}>
            <NavigationProgress />
            {/* Around every page, so that the last page stays until the next one is ready. */}
            <Suspense fallback={<PageSkeleton />}>
              <Screen />
            </Suspense>
            <Messages />
          </TodayProvider>
        </QueryClientProvider>
      </ApiProvider>
    </SettingsProvider>
  )
}

const NavigationProgress = () => <ProgressLine isLoading={useIsNavigating()} />

function Screen() {
  const { pathname, search } = useLocation()
  const [opened] = useState(pathname + search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every other page.
  useEffect(closeReadProblems, [pathname])
  const page = findPage(pathname)
  const fetchPageAhead = useFetchAheadOfPages()
  useNavigationFromOutside()
  useArrival()
  useFreshDataPerPerson()
  useWayBack(page)
  useEffect(() => {
    // Runs after this effect, because React handles events only then.
    setTimeout(replayEarlyPresses)
  }, [])
  if ('redirect' in page) return <Navigate to={page.redirect} replace />
  return (
    <FetchAheadProvider value={fetchPageAhead}>
      <Framed page={page} opened={opened} />
    </FetchAheadProvider>
  )
}

/** Renders a page within its frame. A press that changes only the address renders neither again. */
const Framed = memo(function Framed({ page, opened }: { page: Page; opened: string }) {
  const content = (
    <ErrorBoundary key={page.path}>
      {page.needsSignIn ? (
        <SignedInOnly>
          <OfferedPage page={page} />
        </SignedInOnly>
      ) : (
        <OfferedPage page={page} />
      )}
    </ErrorBoundary>
  )
  return (
    <ShownPageProvider value={page}>
      <PageTitle page={page} opened={opened} />
      {page.layout === 'shell' ? (
        <Shell>{content}</Shell>
      ) : page.layout === 'account' ? (
        <Shell>
          <SignedInOnly>
            <ErrorBoundary>
              <Suspense fallback={<PageSkeleton />}>
                <AccountLayout>{content}</AccountLayout>
              </Suspense>
            </ErrorBoundary>
          </SignedInOnly>
        </Shell>
      ) : (
        <main id="main" tabIndex={-1}>
          {content}
        </main>
      )}
    </ShownPageProvider>
  )
})

/** Returns a function that starts loading the page of a link. */
function useFetchAheadOfPages(): (to: string) => void {
  const queryClient = useQueryClient()
  const api = useApi()
  const today = useToday()
  return useCallback(
    to => {
      const url = new URL(to, location.href)
      const page = findPage(url.pathname)
      // Runs after the press that may have caused it, because requesting files blocks the browser.
      if (!('redirect' in page)) setTimeout(() => fetchAhead(page, { url, api, today }, queryClient))
    },
    [queryClient, api, today],
  )
}

/** Loaded only by the account's pages. */
const AccountLayout = lazy(() =>
  import('#web/site/shell/account-layout.tsx').then(file => ({ default: file.AccountLayout })),
)

/**
 * Renders a page if the business uses it. The site has no links to other pages, but their addresses can be bookmarked
 * or guessed.
 */
function OfferedPage({ page }: { page: Page }) {
  const offers = useOffers()
  if (offers(page.part)) return <PageView page={page} />
  return (
    <EmptyState
      level={1}
      title={page.title}
      action={<LinkButton to={ofKind.class.timetable()}>See the timetable</LinkButton>}
    >
      There is nothing here yet.
    </EmptyState>
  )
}

/**
 * Guards account pages (decision B-17): sends visitors to log-in, and back here afterwards. A page that is being left
 * stays.
 */
function SignedInOnly({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn()
  const { pathname } = useLocation()
  // Logging out removes the token, then navigates. React may render between the two, when the
  // address has changed already.
  const isLeaving = isSignedIn !== undefined && currentLocation().pathname !== pathname
  if (isSignedIn === undefined || (!isSignedIn && isLeaving)) return <PageSkeleton />
  if (!isSignedIn) return <Navigate to={logIn()} replace />
  return children
}

/** Remembers the page that log-in returns to: the last one that is not about signing in (decision C-12). */
function useWayBack(page: ReturnType<typeof findPage>): void {
  const { pathname, search } = useLocation()
  const isWorthGoingBack = !('redirect' in page) && (page.layout !== 'plain' || page.needsSignIn === true)
  useEffect(() => {
    if (!isWorthGoingBack) return
    rememberPlace(pathname + search)
    // A pending action may lead to the child's form or onboarding, so these two do not drop it.
    if (!isPathOf(pathname, editChild, onboarding)) forgetUnwantedAction(pathname + search)
  }, [isWorthGoingBack, pathname, search])
}

/**
 * Drops one person's query results before the next person uses this browser. Waits for the render after the token's
 * change, so that no page is fetched again without a token.
 */
function useFreshDataPerPerson(): void {
  const queryClient = useQueryClient()
  const token = useSyncExternalStore(watchToken, readToken, () => undefined)
  const person = useRef(readToken())
  useEffect(() => {
    if (person.current === token || token !== readToken()) return
    person.current = token
    void queryClient.resetQueries()
  }, [queryClient, token])
}

/**
 * Sets the document's title. The title of the first page came with its HTML. Another page's appears as soon as the page
 * does, and is completed when its queries have loaded.
 */
function PageTitle({ page, opened }: { page: Page; opened: string }) {
  const queryClient = useQueryClient()
  const api = useApi()
  const today = useToday()
  const settings = useSettings()
  const { pathname, search } = useLocation()
  const hasMoved = useRef(false)
  const titled = useRef(pathname + search === opened ? page : undefined)
  useEffect(() => {
    hasMoved.current ||= pathname + search !== opened
    if (!hasMoved.current) return
    if (titled.current !== page) document.title = titleWithBusiness(page.title, api, queryClient)
    titled.current = page
    let isWanted = true
    const url = new URL(page.path + search, settings.publicUrl)
    const show = () =>
      headOf(page, { url, api, today }, queryClient, settings).then(
        ({ title }) => {
          if (isWanted) document.title = title
        },
        () => undefined,
      )
    // Runs when the browser is idle, because the code for the title may have to be loaded.
    const callOff = whenIdle(show)
    const stop = queryClient.getQueryCache().subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'success') void show()
    })
    return () => {
      isWanted = false
      callOff()
      stop()
    }
  }, [page, pathname, search, opened, api, today, queryClient, settings])
  return null
}
