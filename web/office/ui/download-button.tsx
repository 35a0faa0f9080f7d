import { Button } from '#web/ui/button.tsx'
import type { Download } from './download-queries.ts'

/** Downloads everything that matches a list's filters, as a file. */
export const DownloadButton = <Input,>({ file, input }: { file: Download<Input>; input: Input }) => (
  <Button look="quiet" size="small" isBusy={file.isPending} onClick={() => file.mutate(input)}>
    Download as CSV
  </Button>
)
