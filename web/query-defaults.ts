import type { DefaultOptions } from '@tanstack/react-query'
import { Refusal } from '#domain/refusal.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Shows a refusal of this query. Otherwise failed lists and lookups are silent (spec 2 §8). */
      showsProblem?: boolean
      /**
       * Set for a query that follows a press: a 401 leads to log-in. A 401 for a page's own query only signs out
       * (decision A-29).
       */
      leadsToLogIn?: boolean
    }
    mutationMeta: {
      /** The caller shows the refusal itself. */
      isSilent?: boolean
      /** Does not show a 409, because the form asks the customer instead. */
      asksOnConflict?: boolean
      /** For the office only: the shown data are not fetched again. */
      changesNothing?: boolean
      /** For the office only: the mutation stays pending until the shown data have been fetched again. */
      isWaitedFor?: boolean
    }
  }
}

/**
 * Returns the retry rules of both front ends: a refusal is final, a read without an answer is
 * repeated twice, and a change is never repeated.
 */
export const queryDefaults = (staleTime: number, mayRepeat = true): DefaultOptions => ({
  queries: {
    staleTime,
    retry: (failures, error) => mayRepeat && !(error instanceof Refusal) && failures < 2,
  },
  mutations: { retry: false, networkMode: 'always' },
})
