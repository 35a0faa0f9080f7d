import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { messages } from '#contract/office/messages.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

export type Draft = CallInput<typeof messages.preview>

export const messagesQuery = (api: OfficeApi) =>
  listQuery(['messages'], after => api.messages.list({ after }))

/** Queries whom a draft reaches. It is not cached, because a booking changes it. */
export const previewQuery = (api: OfficeApi, draft: Draft) =>
  queryOptions({
    queryKey: ['message-preview', draft],
    queryFn: () => api.messages.preview(draft),
    gcTime: 0,
    retry: false,
    placeholderData: before => before,
  })

/** Queries the families whom a draft would reach, to take some out. */
export const peopleQuery = (api: OfficeApi, asked: CallInput<typeof messages.people>) =>
  queryOptions({
    queryKey: ['message-people', asked],
    queryFn: () => api.messages.people(asked),
    gcTime: 0,
    retry: false,
    placeholderData: before => before,
  })

const lookAgainMilliseconds = 2_000

/** Queries a message, again and again while it is being sent. */
export const messageQuery = (api: OfficeApi, id: number) =>
  queryOptions({
    queryKey: ['message', id],
    queryFn: () => api.messages.get({ id }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'planned' || data?.state === 'sending' ? lookAgainMilliseconds : false,
  })

export const recipientsQuery = (api: OfficeApi, id: number) =>
  listQuery(['message-recipients', id], after => api.messages.recipients({ id, after }))

export const automaticMailsQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['automatic-mails'], queryFn: () => api.messages.automatic({}) })

export const subscriptionsQuery = (api: OfficeApi) =>
  listQuery(['subscriptions'], after => api.subscriptions.list({ after }))

export const useExportSubscriptions = () => useDownload(useOfficeApi().subscriptions.export)

export const usePreviewAutomatic = () => useMutation({ mutationFn: useOfficeApi().messages.previewAutomatic })

export function useSaveAutomatic() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: useOfficeApi().messages.saveAutomatic,
    meta: { isSilent: true },
    onSuccess: () => client.invalidateQueries({ queryKey: ['automatic-mails'] }),
  })
}

export const useSendMessage = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().messages.send) })
export const useTestMessage = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().messages.test) })
export const useStopMessage = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().messages.stop) })
export const useMarkPhoned = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().messages.rung) })
