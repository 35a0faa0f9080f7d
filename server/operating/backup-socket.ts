import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { listenInFolder } from '#server/listen-in-folder.ts'
import type { Log } from '#server/services.ts'

export const backupSocket = (dataDir: string): string => join(dataDir, 'backup.sock')

/** Sends a backup to a process that connects to the socket in the data folder. Windows needs the server stopped. */
export function offerBackups(
  dataDir: string,
  backUp: () => AsyncIterable<Buffer>,
  log: Log,
): { isUnderWay: () => boolean; end: () => void } {
  let underWay = 0
  const { end } = listenInFolder(
    backupSocket(dataDir),
    async socket => {
      underWay += 1
      await pipeline(Readable.from(backUp()), socket).finally(() => {
        underWay -= 1
      })
    },
    { log, failure: 'backup failed' },
  )
  return { isUnderWay: () => underWay > 0, end }
}
