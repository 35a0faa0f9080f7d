import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'

export function useUploadPicture() {
  const api = useApi()
  return useMutation({ mutationFn: api.content.uploadPicture })
}
