import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { Log } from './services.ts'

/**
 * Answers whoever connects to a socket in the data folder: no other process can open the embedded database while this
 * one has it. Only the user of this process may connect, who may read the folder anyway. Windows has no such sockets.
 */
export function listenInFolder(
  path: string,
  answer: (socket: Socket) => Promise<void>,
  { log, failure }: { log: Log; failure: string },
): { end: () => void } {
  if (process.platform === 'win32') return { end: () => {} }
  // Whoever asks has said all when their side ends; ours is still to come.
  const server = createServer({ allowHalfOpen: true }, socket => {
    answer(socket).catch(error => {
      socket.destroy()
      log.error(failure, { error })
    })
  })
  server.on('error', error => log.error(failure, { error }))
  // Left behind by a process that was killed: the folder is locked, so that it is nobody else's.
  rmSync(path, { force: true })
  server.listen(path, () => chmodSync(path, 0o600))
  return { end: () => server.close() }
}
