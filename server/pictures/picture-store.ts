import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** Keeps uploaded pictures by path. `keep` and `remove` may be repeated without harm. */
export interface PictureStore {
  keep: (path: string, bytes: Buffer) => Promise<void>
  /** Returns undefined if there is no picture at this path. */
  read: (path: string) => Promise<Buffer | undefined>
  remove: (path: string) => Promise<void>
  /** Lists the paths of all pictures. */
  list: () => Promise<string[]>
}

/** Ends the name of a file that is being written. */
const unfinished = '.unfinished'

const killedAfter = 60 * 60 * 1000

/**
 * Removes files that killed processes left half written: those older than an hour, because no write takes that long.
 */
export function clearUnfinished(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (!name.endsWith(unfinished)) continue
    const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (writtenAt < Date.now() - killedAfter) rmSync(file, { force: true })
  }
}

/** Keeps pictures in a folder of this machine. */
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
    list: async () => {
      if (!existsSync(folder)) return []
      const all = await readdir(folder, { recursive: true, withFileTypes: true })
      return all
        .filter(one => one.isFile() && !one.name.endsWith(unfinished))
        .map(one => relative(folder, join(one.parentPath, one.name)).replaceAll(sep, '/'))
    },
  }
}
