import { useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { siteTextOf } from '#contract/office/site-texts.ts'
import { useOfficeApi } from '#web/office/office-api.ts'
import { useSubmitOnce } from '#web/office/submit-once.ts'
import { listQuery } from '#web/office/ui/office-list.ts'

type Given = Awaited<ReturnType<OfficeApi['site']['texts']>>[number]
export type SiteTextRow = Given & { text: NonNullable<ReturnType<typeof siteTextOf>> }

/** Finds the texts of the site whose name or content has the words. */
export const textsQuery = (api: OfficeApi, words: string) =>
  listQuery(['texts', words], async () => {
    const items = (await api.site.texts({})).flatMap((given): SiteTextRow[] => {
      const text = siteTextOf(given.area, given.key)
      const isFound = text && `${text.label} ${given.value}`.toLowerCase().includes(words.toLowerCase())
      return isFound ? [{ ...given, text }] : []
    })
    return { items, next: null, total: items.length }
  })

export function useWithdrawText() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useSubmitOnce(api.site.withdrawText) })
}
export function useSaveText() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.site.saveText, meta: { isSilent: true, isWaitedFor: true } })
}
