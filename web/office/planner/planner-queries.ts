import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { PlannerSession, planner } from '#contract/office/planner.ts'
import type { terms } from '#contract/office/terms.ts'
import type { CallInput } from '#contract/wire.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { asksToKeep } from '#domain/office/planner-sentences.ts'
import { useOfficeApi } from '../office-api.ts'
import { useOnePress } from '../one-press.ts'
import { afterOwnSaves, afterOwnSavesOfDates } from '../own-saves.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

export type PlannerFilters = CallInput<typeof planner.week>

export const useExportDates = () => useDownload(useOfficeApi().planner.export)

export const choicesQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['planner-choices'], queryFn: () => api.planner.choices({}), staleTime: 60_000 })

export const sessionsQuery = (api: OfficeApi, filters: PlannerFilters) =>
  queryOptions({
    queryKey: ['planner-sessions', filters],
    queryFn: () => api.planner.week(filters),
    placeholderData: before => before,
  })

export const monthQuery = (api: OfficeApi, filters: PlannerFilters) =>
  queryOptions({ queryKey: ['planner-month', filters], queryFn: () => api.planner.month(filters) })

export const classQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['planner-class', id], queryFn: () => api.planner.class({ id }) })

export const sessionQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['planner-session', id], queryFn: () => api.planner.session({ id }) })

export const sessionHistoryQuery = (api: OfficeApi, id: number) =>
  listQuery(['planner-history', id], after => api.planner.history({ id, after }))

/** Asked again every other second as long as one of them is being made. */
export const termsQuery = (api: OfficeApi) =>
  queryOptions({
    queryKey: ['terms'],
    queryFn: () => api.terms.list({}),
    refetchInterval: query => (query.state.data?.some(term => term.isBeingMade) ? 1_000 : false),
  })

export const copyPreviewQuery = (api: OfficeApi, asked: CallInput<typeof terms.previewCopy>) =>
  queryOptions({
    queryKey: ['copy-preview', asked],
    queryFn: () => api.terms.previewCopy(asked),
    placeholderData: before => before,
    retry: false,
    networkMode: 'always',
  })

const isSilent = { meta: { isSilent: true } }

export function useSaveTerm() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.terms.save, ...isSilent })
}
export function useCopyTerm() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.terms.copy, ...isSilent })
}
export function useBankHolidays() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.terms.bankHolidays })
}
/** What is done to a whole term; refusals are told as messages, those of publishing by its form. */
export function useTermActions() {
  const api = useOfficeApi()
  return {
    publish: useMutation({ mutationFn: api.terms.publish, ...isSilent }),
    callOff: useMutation({ mutationFn: api.terms.callOff, ...isSilent }),
    archive: useMutation({ mutationFn: api.terms.archive }),
    remove: useMutation({ mutationFn: api.terms.remove }),
  }
}

/** Which dates weekly times would make, asked anew with every change. */
export const plannedDatesQuery = (api: OfficeApi, asked: CallInput<typeof planner.previewDates>) =>
  queryOptions({
    queryKey: ['planned-dates', asked],
    queryFn: () => api.planner.previewDates(asked),
    placeholderData: before => before,
    retry: false,
    networkMode: 'always',
  })
export function useAddDates() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.planner.addDates, ...isSilent })
}
/** What a change of weekly times would do, asked anew with every change. */
export const timesPreviewQuery = (api: OfficeApi, asked: CallInput<typeof planner.previewTimes>) =>
  queryOptions({
    queryKey: ['times-preview', asked],
    queryFn: () => api.planner.previewTimes(asked),
    placeholderData: before => before,
    retry: false,
    networkMode: 'always',
  })
export function useSaveTimes() {
  const api = useOfficeApi()
  return useMutation({
    mutationFn: afterOwnSaves('a class', api.planner.saveTimes),
    meta: { isSilent: true, isWaitedFor: true },
  })
}
export function useMakeClass() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.planner.makeClass, ...isSilent })
}
export function useSaveClass() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: afterOwnSaves('a class', api.planner.saveClass), ...isSilent })
}

/** What is done to dates, one or many; refusals are told as messages, those of publishing by its form. */
export function useSessionActions() {
  const api = useOfficeApi()
  const client = useQueryClient()
  const deleteDrafts = useOnePress(api.planner.deleteDrafts)
  return {
    save: useMutation({
      mutationFn: afterOwnSavesOfDates(api.planner.saveSessions),
      // It ends with the new versions here: a press on what was left would otherwise count from the old ones.
      onSuccess: () => client.invalidateQueries({}, { cancelRefetch: false }),
    }),
    preview: useMutation({ mutationFn: api.planner.previewSessions }),
    publish: useMutation({ mutationFn: afterOwnSavesOfDates(api.planner.publish), ...isSilent }),
    callOff: useMutation({ mutationFn: afterOwnSavesOfDates(api.planner.callOff), ...isSilent }),
    hide: useMutation({ mutationFn: afterOwnSavesOfDates(api.planner.hide) }),
    deleteDrafts: useMutation({ mutationFn: afterOwnSavesOfDates(deleteDrafts) }),
    restoreDrafts: useMutation({ mutationFn: useOnePress(api.planner.restoreDrafts) }),
  }
}

/** Moves one date to another venue; where that is closed that day, it is kept when that is meant, and else stays. */
export function useChangeVenue(mayKeep: (question: string) => Promise<boolean>) {
  const api = useOfficeApi()
  const move = afterOwnSaves('a date', ({ id: sessionId, ...wish }: Move) =>
    api.planner.changeVenue({ ...wish, sessionId }),
  )
  return useMutation({
    mutationFn: async (wish: Move) => {
      try {
        return await move(wish)
      } catch (error) {
        if (!(error instanceof OfficeRefusal && asksToKeep(error.message))) throw error
        if (await mayKeep(error.message)) return move({ ...wish, keepInClosure: true })
      }
    },
  })
}
type Move = Omit<CallInput<typeof planner.changeVenue>, 'sessionId'> & { id: number }

/**
 * Saves one date from its form: why it cannot be saved becomes the form's refusal, and a stale one shows both ways. A day
 * in a closure is kept when that is meant.
 */
export function useSaveSession(mayKeep: (question: string) => Promise<boolean>) {
  const api = useOfficeApi()
  const save = afterOwnSavesOfDates(api.planner.saveSessions)
  return useMutation({
    ...isSilent,
    mutationFn: async ({
      session,
      ...wish
    }: { session: PlannerSession } & CallInput<typeof planner.saveSessions>) => {
      let answer = await save(wish)
      let sentence = answer.left[0]?.sentence ?? ''
      if (asksToKeep(sentence) && (await mayKeep(sentence))) {
        answer = await save({
          ...wish,
          changes: { ...wish.changes, keepInClosure: true },
        })
        sentence = answer.left[0]?.sentence ?? ''
      }
      const { saved, left, offered, told, toRing } = answer
      const [row] = saved
      if (row) return { ...row, offered, told, toRing }
      if (sentence.includes(' changed this at ')) {
        const { sessions } = await api.planner.class({ id: session.offeringId })
        const current = sessions.find(({ id }) => id === session.id)
        const by = left[0]?.by ?? ''
        const at = left[0]?.at ?? ''
        // It may have gone to another class meanwhile: then there is nothing to compare with.
        throw new OfficeRefusal(sentence, 409, current ? { by, at, current } : null)
      }
      throw new OfficeRefusal(sentence, 422, { fields: { [fieldOf(sentence)]: sentence } })
    },
  })
}

/** Under which field of the form a sentence of the planner belongs. */
function fieldOf(sentence: string): string {
  if (asksToKeep(sentence) || /outside/.test(sentence)) return 'date'
  if (/places|holds \d/.test(sentence)) return 'capacity'
  if (/trial/i.test(sentence)) return 'trialPrice'
  if (/price/i.test(sentence)) return 'price'
  if (/credit/i.test(sentence)) return 'credits'
  if (/room/i.test(sentence)) return 'roomId'
  return 'startTime'
}
