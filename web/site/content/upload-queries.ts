import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'

const mutationKey = ['content', 'upload-picture']

export function useUploadPicture() {
  const api = useApi()
  return useMutation({
    mutationKey,
    mutationFn: async ({ file }: { file: File }) => {
      const { fitPicture } = await import('#web/ui/forms/fit-picture.ts')
      return api.content.uploadPicture({ file: await fitPicture(file) })
    },
  })
}

/** Whether a picture is being uploaded, so that a form with its path must wait. */
export const useIsSendingPicture = (): boolean => useIsMutating({ mutationKey }) > 0
