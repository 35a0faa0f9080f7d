import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { SetUpStep } from '#domain/office/business-rules.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'

const businessQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['business'], queryFn: () => api.business.get({}) })

export const useBusiness = () => useQuery(businessQuery(useOfficeApi()))

/** How far the set-up is; for who may do it, until the business is open, and on its own pages ever after. */
export function useSteps(isEvenOpen = false) {
  const api = useOfficeApi()
  const isOpen = useBusiness().data?.openedAt !== null
  return useQuery({
    queryKey: ['set-up'],
    queryFn: () => api.business.steps({}),
    enabled: useMay('business.edit') && (isEvenOpen || !isOpen),
  })
}

/** The next step that the business cannot open without; undefined once it is open. */
export function useNextStep(): SetUpStep | 'open' | undefined {
  const { data } = useSteps()
  if (!data || data.isOpen) return undefined
  return data.steps.find(({ isDone, mayWait }) => !isDone && !mayWait)?.step ?? 'open'
}

export function usePaymentsCheck() {
  const api = useOfficeApi()
  return useQuery({
    queryKey: ['payments-check'],
    queryFn: () => api.business.checkPayments({}),
    retry: false,
  })
}

export function useMailState() {
  const api = useOfficeApi()
  return useQuery({ queryKey: ['mail-state'], queryFn: () => api.business.mail({}) })
}

const toldByForm = { isSilent: true }

/** What one's own saves have made of each version. */
const ownSaves = new Map<number, number>()

/**
 * These forms save one row: what another of them has saved is nobody else's, and the next one begins with the version
 * that this one has left.
 */
function useSaving<Asked extends { version?: number }>(
  save: (asked: Asked) => Promise<{ id: number; version: number }>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (asked: Asked) => {
      let version = asked.version ?? 0
      for (let next = ownSaves.get(version); next; next = ownSaves.get(version)) version = next
      const saved = await save({ ...asked, version })
      ownSaves.set(version, saved.version)
      return saved
    },
    meta: toldByForm,
    onSuccess: () => client.invalidateQueries({ queryKey: ['business'] }),
  })
}

export const useSaveDetails = () => useSaving(useOfficeApi().business.saveDetails)
export const useSaveLook = () => useSaving(useOfficeApi().business.saveLook)
export const useSaveTax = () => useSaving(useOfficeApi().business.saveTax)

export function useCheckMail() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.business.checkMail, meta: toldByForm })
}

export function useConfirmMail() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: () => api.business.confirmMail({}) })
}

export function useDraftTexts() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: () => api.business.draftTexts({}) })
}

export function useOpenBusiness() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: () => api.business.open({}) })
}
