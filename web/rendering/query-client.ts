import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { Refusal } from '#domain/refusal.ts'
import { keepStandingWish } from '#web/navigation/wish.ts'
import { removeToken } from '#web/session.ts'
import { showProblem } from '#web/ui/messages.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Show a refusal of this query; without it failed lists and lookups are silent (spec 2 §8). */
      showsProblem?: boolean
      /** Asked for by a press: a 401 leads to log-in. What a page asks by itself only signs out (decision A-29). */
      leadsToLogIn?: boolean
    }
    mutationMeta: {
      /** The caller shows the refusal itself. */
      isSilent?: boolean
      /** A 409 is not shown: the form asks the customer instead. */
      asksOnConflict?: boolean
      /** The office alone: nothing that is shown is asked again. */
      changesNothing?: boolean
      /** The office alone: the press lasts until what is shown has been read anew. */
      isWaitedFor?: boolean
    }
  }
}

const minute = 60_000
/** Code 66 shows its sentence and then, after this time, the child form (spec 1 §9). */
const childFormDelayMilliseconds = 500

/**
 * The one place where failures are met: 401 → signed out, and after a press at log-in; 66 → the child form; other
 * refusals → a sticky message; anything else is only logged. `go` navigates; on the server nothing does.
 */
export function createQueryClient(go?: (address: string) => void): QueryClient {
  const meet = (error: Error, isShown: boolean, leadsToLogIn: boolean) => {
    if (!go) return
    if (!(error instanceof Refusal)) {
      console.error(error)
      return
    }
    if (error.code === 401) {
      removeToken()
      if (!leadsToLogIn) return
      keepStandingWish()
      go(addresses.logIn())
      return
    }
    if (isShown || error.code === 66) showProblem(error.message)
    if (error.code !== 66) return
    keepStandingWish()
    setTimeout(() => go(addresses.editChild()), childFormDelayMilliseconds)
  }
  return new QueryClient({
    queryCache: new QueryCache({
      // What nobody looks at any more, such as a week passed by, may fail in silence.
      onError: (error, query) =>
        meet(error, query.meta?.showsProblem === true && query.isActive(), query.meta?.leadsToLogIn === true),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const isAsked = mutation.meta?.asksOnConflict && error instanceof Refusal && error.code === 409
        meet(error, mutation.meta?.isSilent !== true && !isAsked, true)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: minute,
        retry: (failures, error) => Boolean(go) && !(error instanceof Refusal) && failures < 2,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
