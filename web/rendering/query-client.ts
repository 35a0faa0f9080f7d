import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { Refusal } from '#domain/refusal.ts'
import { keepStandingAction } from '#web/navigation/pending-action.ts'
import { queryDefaults } from '#web/query-defaults.ts'
import { removeToken } from '#web/session.ts'
import { showNote, showProblem } from '#web/ui/messages.tsx'

const minute = 60_000
/** After code 66 its message is shown for this time, and then the child form (spec 1 §9). */
const childFormDelayMilliseconds = 500

/**
 * Creates the client that handles all failures. A 401 signs out, and after a press leads to log-in. Code 66 leads to
 * the child form. Other refusals show a message that stays; any other error is only logged. `go` navigates, and is
 * absent on the server.
 */
export function createQueryClient(go?: (address: string) => void): QueryClient {
  const handleError = (error: Error, isShown: boolean, leadsToLogIn: boolean) => {
    if (!go) return
    if (!(error instanceof Refusal)) {
      console.error(error)
      return
    }
    if (error.code === 401) {
      removeToken()
      if (!leadsToLogIn) return
      keepStandingAction()
      go(addresses.logIn())
      return
    }
    if (error.code !== 66) {
      if (isShown) showProblem(error.message)
      return
    }
    // Nothing went wrong: the next page asks for the child and names the class that waits.
    showNote(error.message)
    keepStandingAction()
    setTimeout(() => go(addresses.editChild()), childFormDelayMilliseconds)
  }
  return new QueryClient({
    queryCache: new QueryCache({
      // A query that is not on the page any more, such as a former week's, fails silently.
      onError: (error, query) =>
        handleError(
          error,
          query.meta?.showsProblem === true && query.isActive(),
          query.meta?.leadsToLogIn === true,
        ),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const isAsked = mutation.meta?.asksOnConflict && error instanceof Refusal && error.code === 409
        handleError(error, mutation.meta?.isSilent !== true && !isAsked, true)
      },
    }),
    defaultOptions: queryDefaults(minute, go !== undefined),
  })
}
