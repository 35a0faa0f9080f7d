import { namesOfPicture } from '#domain/picture-widths.ts'
import type { JobPayloads } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'

/** Removes every width of a picture whose row is gone. */
export async function removePicture(
  { pictures }: Services,
  { path }: JobPayloads['remove-picture'],
): Promise<void> {
  await Promise.all(namesOfPicture(path).map(file => pictures.remove(file)))
}
