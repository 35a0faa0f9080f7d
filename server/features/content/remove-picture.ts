import type { JobPayloads } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { pathsOfPicture } from './encode-picture.ts'

/** Removes every width of a picture whose row is gone. */
export async function removePicture(
  { pictures }: Services,
  { path }: JobPayloads['remove-picture'],
): Promise<void> {
  await Promise.all(pathsOfPicture(path).map(file => pictures.remove(file)))
}
