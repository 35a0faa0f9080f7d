import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { isSignedOut } from '#domain/office/office-refusal.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { useArrival } from '#web/navigation/arrival.ts'
import { useNavigationFromOutside } from '#web/navigation/go-to.ts'
import { Navigate, useIsNavigating, useLocation } from '#web/navigation/router.tsx'
import { PageView } from '#web/page-view.tsx'
import { TodayProvider } from '#web/today.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { closeReadProblems, Messages } from '#web/ui/messages.tsx'
import { ProgressLine } from '#web/ui/progress-line.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { OfficeApiProvider, useOfficeApi } from '../office-api.ts'
import { mayOpen, type OfficePage, OfficePagesProvider, ShownOfficePageProvider } from '../office-page.ts'
import { MeProvider, meQuery, signInFrom, useMe } from '../office-session.ts'
import { findOfficePage, officePages } from '../pages.ts'
import { ReauthenticationDialog } from '../staff/reauthentication-dialog.tsx'
import { UndoBar } from '../ui/undo-bar.tsx'
import { Frame } from './frame.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { ToRingPlace } from './to-ring-place.tsx'

const nowhere = 'There is no such page'

/** Everything below the router. */
export function OfficeApp({ api, queryClient }: { api: OfficeApi; queryClient: QueryClient }) {
  return (
    <OfficeApiProvider value={api}>
      <QueryClientProvider client={queryClient}>
        <TodayProvider serverToday={todayInLondon(new Date())}>
          <OfficePagesProvider value={officePages}>
            <Suspense fallback={<PageSkeleton />}>
              <Screen />
            </Suspense>
          </OfficePagesProvider>
          <ReauthenticationDialog />
          <UndoBar />
          <Messages />
        </TodayProvider>
      </QueryClientProvider>
    </OfficeApiProvider>
  )
}

function Screen() {
  const { pathname } = useLocation()
  const isNavigating = useIsNavigating()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every other page.
  useEffect(closeReadProblems, [pathname])
  useNavigationFromOutside()
  useArrival()
  useKeptFocus()
  // No message is read out before the first action.
  useEffect(() => {
    void import('./room-for-messages.ts').then(file => file.keepRoomForMessages())
  }, [])
  const found = findOfficePage(pathname)
  const name = found?.page.title ?? nowhere
  // The page's name, until its heading sets a more exact title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another address of the same page too.
  useLayoutEffect(() => {
    document.title = `${name} · Office`
  }, [name, pathname])
  if (found?.page.permission === 'anyone') {
    return (
      <ShownOfficePageProvider value={found}>
        <main id="main" tabIndex={-1}>
          <PageView page={found.page} />
        </main>
      </ShownOfficePageProvider>
    )
  }
  return (
    <SignedIn>
      <ToRingPlace />
      <Frame isWide={found?.page.isWide === true}>
        <ProgressLine isLoading={isNavigating} />
        {found ? (
          <ShownOfficePageProvider value={found}>
            <ErrorBoundary key={pathname}>
              <Permitted page={found.page} />
            </ErrorBoundary>
          </ShownOfficePageProvider>
        ) : (
          <Nowhere title={nowhere} />
        )}
      </Frame>
    </SignedIn>
  )
}

/** Gives the pages below it the signed-in member. Sends a signed-out visitor to sign in and back here. */
function SignedIn({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const api = useOfficeApi()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(meQuery(api))
  useEffect(() => {
    if (!data || !may(data.role, 'child.register')) return
    const stopped = new AbortController()
    void import('../registers/offline/work-offline.ts').then(file => {
      if (!stopped.signal.aborted) file.workOffline(api, queryClient, data, stopped.signal)
    })
    return () => stopped.abort()
  }, [api, queryClient, data])
  if (isSignedOut(error)) return <Navigate to={signInFrom(pathname + search)} replace />
  if (data) return <MeProvider value={data}>{children}</MeProvider>
  return error ? <ErrorPanel onRetry={() => void refetch()} /> : <PageSkeleton />
}

function Permitted({ page }: { page: OfficePage }) {
  const me = useMe()
  return me && mayOpen(me.role, page) ? (
    <PageView page={page} />
  ) : (
    <Nowhere title={officeSentences.notYours} />
  )
}

const Nowhere = ({ title }: { title: string }) => (
  <EmptyState title={title} level={1} action={<LinkButton to={addresses.today()}>Go to Today</LinkButton>} />
)
