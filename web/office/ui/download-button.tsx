import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { TextFile } from '#contract/office/office-call.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'

type Download<Input> = UseMutationResult<TextFile, Error, Input>

/** A call whose answer is a file, which the browser keeps. */
export const useDownload = <Input,>(call: (input: Input) => Promise<TextFile>): Download<Input> =>
  useMutation({
    mutationFn: call,
    onSuccess: ({ fileName, text }) => saveFile({ name: fileName, type: 'text/csv', content: text }),
  })

/** Everything that a list's filters let through, as a file. */
export const DownloadButton = <Input,>({ file, input }: { file: Download<Input>; input: Input }) => (
  <Button look="quiet" size="small" isBusy={file.isPending} onClick={() => file.mutate(input)}>
    Download as CSV
  </Button>
)
