import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Log } from '#server/services.ts'

export const backupSocket = (dataDir: string): string => join(dataDir, 'backup.sock')

/**
 * Hands whoever connects to a socket in the data folder a backup: no other process can open the embedded database while
 * this one has it. Only the user of this process may connect, who may read the folder anyway. Windows has no such
 * sockets: there the server is stopped for a backup.
 */
export function offerBackups(
  dataDir: string,
  backUp: () => AsyncIterable<Buffer>,
  log: Log,
): { isUnderWay: () => boolean; end: () => void } {
  let underWay = 0
  const isUnderWay = () => underWay > 0
  if (process.platform === 'win32') return { isUnderWay, end: () => {} }
  const path = backupSocket(dataDir)
  const server = createServer(socket => {
    underWay += 1
    pipeline(Readable.from(backUp()), socket)
      .catch(error => log.error('backup failed', { error }))
      .finally(() => {
        underWay -= 1
      })
  })
  server.on('error', error => log.error('no backups while running', { error }))
  // Left behind by a process that was killed: the folder is locked, so that it is nobody else's.
  rmSync(path, { force: true })
  server.listen(path, () => chmodSync(path, 0o600))
  return { isUnderWay, end: () => server.close() }
}
