import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut, OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { Refusal } from '#domain/refusal.ts'
import { showProblem } from '#web/ui/messages.tsx'
import { OurFault } from './office-api.ts'

/**
 * Where failures of the office's calls are met: whoever is signed out is sent to sign in (`signOut`); refusals of a
 * press are shown unless it shows them itself (`meta: { isSilent: true }`), and so is that nothing was sent at all.
 */
export function createOfficeQueryClient(signOut: () => void): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isSignedOut(error) && query.queryKey[0] !== 'me') signOut()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (isSignedOut(error)) signOut()
        else if (mutation.meta?.isSilent !== true) showFailure(error)
        // Somebody else was first: what is shown is no longer how it is.
        if (error instanceof OfficeRefusal && error.officeCode === 409) void client.invalidateQueries()
      },
      // What one press changes may stand in any list: all that is shown is asked again, unless it `changesNothing`; the
      // press lasts until then where it `isWaitedFor`: what it leaves to be opened again is as it was saved.
      onSuccess: (_answer, _variables, _result, mutation) => {
        if (mutation.meta?.changesNothing === true) return
        const read = client.invalidateQueries()
        return mutation.meta?.isWaitedFor === true ? read : undefined
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => !(error instanceof OfficeRefusal) && failures < 2,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** What the server said as it is; of anything else only that nothing came of it (spec 3 §8). */
export function wordsOfFailure(error: Error): string {
  if (error instanceof Refusal || error instanceof OurFault) return error.message
  return navigator.onLine
    ? 'That did not reach us. Nothing you typed is lost. Try again'
    : officeSentences.offline
}

export function showFailure(error: Error): void {
  if (!(error instanceof Refusal || error instanceof OurFault)) console.error(error)
  showProblem(wordsOfFailure(error))
}
