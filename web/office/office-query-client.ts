import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut, OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { Refusal } from '#domain/refusal.ts'
import { queryDefaults } from '#web/query-defaults.ts'
import { showProblem } from '#web/ui/messages.tsx'
import { OurFault } from './office-api.ts'

/**
 * Creates the query client that handles failures of office calls. A signed-out member is sent to sign in (`signOut`).
 * The refusal of a change is shown as a message, unless its form shows it (`meta: { isSilent: true }`); so is a call
 * that was never sent.
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
        // Somebody else saved first, so the shown data are outdated.
        if (error instanceof OfficeRefusal && error.officeCode === 409) void client.invalidateQueries()
      },
      // One change may affect any list, so all shown data are fetched again, unless it `changesNothing`. With
      // `isWaitedFor` the mutation lasts until then, so that a form reopened after it has the saved values.
      onSuccess: (_answer, _variables, _result, mutation) => {
        if (mutation.meta?.changesNothing === true) return
        const read = client.invalidateQueries()
        return mutation.meta?.isWaitedFor === true ? read : undefined
      },
    }),
    defaultOptions: queryDefaults(15_000),
  })
  return client
}

/** Returns the server's own words; for any other error only that it failed (spec 3 §8). */
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
