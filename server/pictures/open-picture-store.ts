import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, SettingError } from '#server/config.ts'
import { bucketStore } from './bucket-store.ts'
import { folderStore, type PictureStore } from './picture-store.ts'

/** The bucket of the settings, tried out once so that a wrong setting shows at the start; else DATA_DIR/media. */
export async function openPictureStore({
  bucket,
  dataDir,
}: Pick<Config, 'bucket' | 'dataDir'>): Promise<PictureStore> {
  if (!bucket) {
    const folder = join(dataDir, 'media')
    mkdirSync(folder, { recursive: true })
    return folderStore(folder)
  }
  const store = bucketStore(bucket)
  const path = `uploads/trial-${randomBytes(8).toString('hex')}`
  try {
    await store.keep(path, Buffer.from('A trial'))
    await store.read(path)
    await store.remove(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no answer'
    throw new SettingError(`S3_BUCKET ${bucket.name} at ${bucket.endpoint} cannot be used: ${reason}`)
  }
  return store
}
