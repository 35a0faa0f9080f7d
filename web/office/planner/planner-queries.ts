import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { PlannerSession, planner } from '#contract/office/planner.ts'
import type { terms } from '#contract/office/terms.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { asksToKeep } from '#domain/office/planner-sentences.ts'
import { useOfficeApi } from '../office-api.ts'
import { afterOwnSaves, afterOwnSavesOfDates } from '../own-saves.ts'
import { useSubmitOnce } from '../submit-once.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

export type PlannerFilters = CallInput<typeof planner.week>
export type Choices = CallOutput<typeof planner.choices>
export type Usual = NonNullable<CallOutput<typeof planner.usual>>
export type PlannedClass = CallOutput<typeof planner.class>

export const useExportDates = () => useDownload(useOfficeApi().planner.export)

export const choicesQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['planner-choices'], queryFn: () => api.planner.choices({}), staleTime: 60_000 })

export const sessionsQuery = (api: OfficeApi, filters: PlannerFilters) =>
  queryOptions({
    queryKey: ['planner-sessions', filters],
    queryFn: () => api.planner.week(filters),
    placeholderData: before => before,
  })

export const monthQuery = (api: OfficeApi, filters: CallInput<typeof planner.month>) =>
  queryOptions({ queryKey: ['planner-month', filters], queryFn: () => api.planner.month(filters) })

export const classQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['planner-class', id], queryFn: () => api.planner.class({ id }) })

export const sessionQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['planner-session', id], queryFn: () => api.planner.session({ id }) })

export const sessionHistoryQuery = (api: OfficeApi, id: number) =>
  listQuery(['planner-history', id], after => api.planner.history({ id, after }))

/** Polls every other second while a term is being copied. */
export const termsQuery = (api: OfficeApi) =>
  queryOptions({
    queryKey: ['terms'],
    queryFn: () => api.terms.list({}),
    refetchInterval: query => (query.state.data?.some(term => term.isBeingMade) ? 1_000 : false),
  })

/** Keeps showing the former preview until the next one is there. */
const ofPreview = {
  placeholderData: <Preview>(before: Preview | undefined) => before,
  retry: false,
  networkMode: 'always',
} as const

export const copyPreviewQuery = (api: OfficeApi, asked: CallInput<typeof terms.previewCopy>) =>
  queryOptions({
    queryKey: ['copy-preview', asked],
    queryFn: () => api.terms.previewCopy(asked),
    ...ofPreview,
  })

const isSilent = { meta: { isSilent: true } }

export const useSaveTerm = () => useMutation({ mutationFn: useOfficeApi().terms.save, ...isSilent })
export const useCopyTerm = () => useMutation({ mutationFn: useOfficeApi().terms.copy, ...isSilent })
export const useBankHolidays = () => useMutation({ mutationFn: useOfficeApi().terms.bankHolidays })
/** Changes a whole term. Refusals appear as messages, except those of publishing, which its form shows. */
export function useTermActions() {
  const api = useOfficeApi()
  return {
    publish: useMutation({ mutationFn: api.terms.publish, ...isSilent }),
    callOff: useMutation({ mutationFn: api.terms.callOff, ...isSilent }),
    archive: useMutation({ mutationFn: api.terms.archive }),
    remove: useMutation({ mutationFn: api.terms.remove }),
  }
}

/** Queries the dates that weekly times would create, again after every change. */
export const plannedDatesQuery = (api: OfficeApi, asked: CallInput<typeof planner.previewDates>) =>
  queryOptions({
    queryKey: ['planned-dates', asked],
    queryFn: () => api.planner.previewDates(asked),
    ...ofPreview,
  })
export const useAddDates = () => useMutation({ mutationFn: useOfficeApi().planner.addDates, ...isSilent })
/** Queries the effect of changed weekly times, again after every change. */
export const timesPreviewQuery = (api: OfficeApi, asked: CallInput<typeof planner.previewTimes>) =>
  queryOptions({
    queryKey: ['times-preview', asked],
    queryFn: () => api.planner.previewTimes(asked),
    ...ofPreview,
  })
export const useSaveTimes = () =>
  useMutation({
    mutationFn: afterOwnSaves('a class', useOfficeApi().planner.saveTimes),
    meta: { isSilent: true, isWaitedFor: true },
  })
/** Reads what a new class of a type begins with, at a venue if one is chosen. The form works without an answer. */
export const usualQuery = (api: OfficeApi, typeId: number | null, venueId: number | null) =>
  queryOptions({
    queryKey: ['usual', typeId, venueId],
    queryFn: () => api.planner.usual({ typeId: typeId ?? 0, ...(venueId !== null && { venueId }) }),
    enabled: typeId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
export const useMakeClass = () => useMutation({ mutationFn: useOfficeApi().planner.makeClass, ...isSilent })
export const useSaveClass = () =>
  useMutation({ mutationFn: afterOwnSaves('a class', useOfficeApi().planner.saveClass), ...isSilent })

/** Changes one or many dates. Refusals appear as messages, except those of publishing, which its form shows. */
export function useSessionActions() {
  const api = useOfficeApi()
  const client = useQueryClient()
  const deleteDrafts = useSubmitOnce(api.planner.deleteDrafts)
  return {
    save: useMutation({
      mutationFn: afterOwnSavesOfDates(api.planner.saveSessions),
      // Resolves after the new versions are here, so that a later change does not start from the old ones.
      onSuccess: () => client.invalidateQueries({}, { cancelRefetch: false }),
    }),
    preview: useMutation({ mutationFn: api.planner.previewSessions }),
    publish: useMutation({ mutationFn: afterOwnSavesOfDates(api.planner.publish), ...isSilent }),
    callOff: useMutation({ mutationFn: afterOwnSavesOfDates(api.planner.callOff), ...isSilent }),
    hide: useMutation({ mutationFn: afterOwnSavesOfDates(api.planner.hide) }),
    deleteDrafts: useMutation({ mutationFn: afterOwnSavesOfDates(deleteDrafts) }),
    restoreDrafts: useMutation({ mutationFn: useSubmitOnce(api.planner.restoreDrafts) }),
  }
}

/** Moves one date to another venue; on a closed day it asks first. */
export function useChangeVenue(mayKeep: (question: string) => Promise<boolean>) {
  const api = useOfficeApi()
  const move = afterOwnSaves('a date', ({ id: sessionId, ...input }: Move) =>
    api.planner.changeVenue({ ...input, sessionId }),
  )
  return useMutation({
    mutationFn: async (input: Move) => {
      try {
        return await move(input)
      } catch (error) {
        if (!(error instanceof OfficeRefusal && asksToKeep(error.message))) throw error
        if (await mayKeep(error.message)) return move({ ...input, keepInClosure: true })
      }
    },
  })
}
type Move = Omit<CallInput<typeof planner.changeVenue>, 'sessionId'> & { id: number }

/**
 * Saves one date from its form. A refusal goes to the form, and a conflict shows both versions. On a closed day
 * it asks first.
 */
export function useSaveSession(mayKeep: (question: string) => Promise<boolean>) {
  const api = useOfficeApi()
  const save = afterOwnSavesOfDates(api.planner.saveSessions)
  return useMutation({
    ...isSilent,
    mutationFn: async ({
      session,
      ...input
    }: { session: PlannerSession } & CallInput<typeof planner.saveSessions>) => {
      let answer = await save(input)
      let sentence = answer.left[0]?.sentence ?? ''
      if (asksToKeep(sentence) && (await mayKeep(sentence))) {
        answer = await save({
          ...input,
          changes: { ...input.changes, keepInClosure: true },
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
        // It may have moved to another class meanwhile, so there is nothing to compare with.
        throw new OfficeRefusal(sentence, 409, current ? { by, at, current } : null)
      }
      throw new OfficeRefusal(sentence, 422, { fields: { [fieldOf(sentence)]: sentence } })
    },
  })
}

/** Returns the form field that a sentence of the planner belongs to. */
function fieldOf(sentence: string): string {
  if (asksToKeep(sentence) || /outside/.test(sentence)) return 'date'
  if (/places|holds \d/.test(sentence)) return 'capacity'
  if (/trial/i.test(sentence)) return 'trialPrice'
  if (/price/i.test(sentence)) return 'price'
  if (/credit/i.test(sentence)) return 'credits'
  if (/room/i.test(sentence)) return 'roomId'
  return 'startTime'
}
