import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { useOfficeApi } from '#web/office/office-api.ts'
import { listQuery } from '#web/office/ui/office-list.ts'

type Library = Awaited<ReturnType<OfficeApi['pictures']['list']>>
export type LibraryPicture = Library['items'][number]

/** Queries the business's pictures, newest first, or only described ones. */
export function useLibrary({ described = false } = {}) {
  const api = useOfficeApi()
  return useInfiniteQuery(
    listQuery(['pictures', described], after =>
      api.pictures.list({ ...(described && { described }), ...(after && { after }) }),
    ),
  )
}

export interface Cut {
  left: number
  top: number
  width: number
  height: number
}
interface Wanted {
  file: File
  cut: Cut
  alt: string
  isDecoration: boolean
}

/** Adds a picture to the library with its description, and tells which step failed. */
export function useAddPicture() {
  const api = useOfficeApi()
  return useMutation({
    mutationFn: async ({ file, cut, alt, isDecoration }: Wanted) => {
      const { id, version, path } = await api.pictures.upload({ file, ...cut })
      await api.pictures.save({ id, version, alt, isDecoration })
      return { path, alt: isDecoration ? '' : alt }
    },
  })
}
export const useSavePicture = () =>
  useMutation({ mutationFn: useOfficeApi().pictures.save, meta: { isSilent: true, isWaitedFor: true } })
export const useRemovePicture = () => useMutation({ mutationFn: useOfficeApi().pictures.remove })
