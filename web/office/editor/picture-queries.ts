import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { useOfficeApi } from '#web/office/office-api.ts'
import { listQuery } from '#web/office/ui/office-list.ts'

type Library = Awaited<ReturnType<OfficeApi['pictures']['list']>>
export type LibraryPicture = Library['items'][number]

/** The business's pictures, newest first; or those alone that are described. */
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

/** Puts a picture into the library and says what it shows; both, or it is told which failed. */
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
export function useSavePicture() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.pictures.save, meta: { isSilent: true, isWaitedFor: true } })
}
export function useRemovePicture() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.pictures.remove })
}
