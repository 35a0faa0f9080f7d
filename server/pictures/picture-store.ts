import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where uploaded pictures are kept, by path. Keeping and removing may be done again without harm. */
export interface PictureStore {
  keep: (path: string, bytes: Buffer) => Promise<void>
  /** Undefined when there is none of this path. */
  read: (path: string) => Promise<Buffer | undefined>
  remove: (path: string) => Promise<void>
}

/** Ends the name of a file that is being written: whoever reads the folder meanwhile leaves it out. */
export const unfinished = '.unfinished'

/** A folder of this machine. */
export function folderStore(folder: string): PictureStore {
  return {
    keep: async (path, bytes) => {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file + unfinished, bytes)
      await rename(file + unfinished, file)
    },
    read: async path => {
      try {
        return await readFile(join(folder, path))
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: path => rm(join(folder, path), { force: true }),
  }
}
