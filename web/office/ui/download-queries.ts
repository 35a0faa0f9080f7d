import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { TextFile } from '#contract/office/office-call.ts'
import { saveFile } from '#web/ui/save-file.ts'

export type Download<Input> = UseMutationResult<TextFile, Error, Input>

/** Makes a call whose answer is a file, which the browser saves. */
export const useDownload = <Input>(call: (input: Input) => Promise<TextFile>): Download<Input> =>
  useMutation({
    mutationFn: call,
    onSuccess: ({ fileName, text }) => saveFile({ name: fileName, type: 'text/csv', content: text }),
  })
