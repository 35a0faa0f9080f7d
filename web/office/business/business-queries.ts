import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { SetUpStep } from '#domain/office/business-rules.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { afterOwnSaves, type Versioned } from '../own-saves.ts'

const businessQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['business'], queryFn: () => api.business.get({}) })

export const useBusiness = () => useQuery(businessQuery(useOfficeApi()))

/**
 * Queries the steps of the set-up, for roles that may do it. Stops once the business is open, except with `isEvenOpen`.
 */
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

/**
 * Saves one of the forms that share the business's row. A save by a sibling form is not a conflict, because each begins
 * with the version that the last one left.
 */
function useSaving<Asked extends Versioned, Saved extends Versioned>(save: (asked: Asked) => Promise<Saved>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterOwnSaves('the business', save),
    meta: toldByForm,
    onSuccess: () => client.invalidateQueries({ queryKey: ['business'] }),
  })
}

export const useSavePoints = () => useSaving(useOfficeApi().business.savePoints)
export const useSaveDetails = () => useSaving(useOfficeApi().business.saveDetails)
export const useSaveLook = () => useSaving(useOfficeApi().business.saveLook)
export const useSavePolicy = () => useSaving(useOfficeApi().business.savePolicy)
export const useSavePostage = () => useSaving(useOfficeApi().business.savePostage)
export const useSavePayLater = () => useSaving(useOfficeApi().business.savePayLater)
export const useSaveTax = () => useSaving(useOfficeApi().business.saveTax)

export function usePauseBookings() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.business.pause, meta: toldByForm })
}

export function useResumeBookings() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: () => api.business.resume({}) })
}

export function useCardAccount() {
  const api = useOfficeApi()
  return useQuery({
    queryKey: ['payments-check', 'account'],
    queryFn: () => api.business.cardAccount({}),
    enabled: useMay('business.policy'),
  })
}

export function useSaveCardAccount() {
  const api = useOfficeApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: api.business.saveCardAccount,
    meta: toldByForm,
    onSuccess: () => client.invalidateQueries({ queryKey: ['payments-check'] }),
  })
}

export function useMailServer() {
  const api = useOfficeApi()
  return useQuery({
    queryKey: ['mail-state', 'server'],
    queryFn: () => api.business.mailServer({}),
    enabled: useMay('business.policy'),
  })
}

export function useSaveMailServer() {
  const api = useOfficeApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: api.business.saveMailServer,
    meta: toldByForm,
    onSuccess: () => client.invalidateQueries({ queryKey: ['mail-state'] }),
  })
}

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

export function useUsePreset() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.presets.use })
}

export function useOpenBusiness() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: () => api.business.open({}) })
}
