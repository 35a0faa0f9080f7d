import { useMutation, useQuery } from '@tanstack/react-query'
import { useOfficeApi } from '#web/office/office-api.ts'

/** The business's pictures, newest first. */
export function useLibrary() {
  const api = useOfficeApi()
  return useQuery({ queryKey: ['pictures'], queryFn: () => api.pictures.list({}) })
}
export type LibraryPicture = NonNullable<ReturnType<typeof useLibrary>['data']>[number]

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
  return useMutation({ mutationFn: api.pictures.save, meta: { isSilent: true } })
}
export function useRemovePicture() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.pictures.remove })
}
