import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { useOfficeApi } from '../office-api.ts'
import { listQuery } from '../ui/office-list.ts'

/** A change in a register reads only its marks and notes again: another reading of medical notes would be logged. */
function useChangeRegister<Asked, Answer>(
  { sessionId, day }: { sessionId: number; day: string },
  mutationFn: (asked: Asked) => Promise<Answer>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: ['register-marks', sessionId, day] }),
    meta: { changesNothing: true, isSilent: true },
  }).mutateAsync
}

export const useSaveNote = (of: { sessionId: number; day: string }) =>
  useChangeRegister(of, useOfficeApi().registers.saveNote)

export const useWriteIncident = (of: { sessionId: number; day: string }) =>
  useChangeRegister(of, useOfficeApi().incidents.write)

export const incidentsQuery = (api: OfficeApi) =>
  listQuery(['incidents'], after => api.incidents.list({ after }))

/** Opens an incident. Each read is logged, so it is not repeated by itself. */
export const incidentQuery = (api: OfficeApi, id: number) =>
  queryOptions({
    queryKey: ['incident', id],
    queryFn: () => api.incidents.read({ id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
