import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'

const mutationKey = ['content', 'upload-picture']

export function useUploadPicture() {
  const api = useApi()
  return useMutation({
    mutationKey,
    mutationFn: async ({ file }: { file: File }) => {
      const { fitPicture } = await import('#web/ui/fit-picture.ts')
      return api.content.uploadPicture({ file: await fitPicture(file) })
    },
  })
}

/** Whether a picture is on its way: a form that carries its path waits for it. */
export const useIsSendingPicture = (): boolean => useIsMutating({ mutationKey }) > 0
