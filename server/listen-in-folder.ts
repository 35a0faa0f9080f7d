import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { Log } from './services.ts'

/**
 * Answers connections to a socket in the data folder, because no other process can open the embedded database
 * meanwhile. Only this process's user can connect, who can read the folder anyway. Windows has no such sockets.
 */
export function listenInFolder(
  path: string,
  answer: (socket: Socket) => Promise<void>,
  { log, failure }: { log: Log; failure: string },
): { end: () => void } {
  if (process.platform === 'win32') return { end: () => {} }
  // The client closes its side after its question; our answer is still to come.
  const server = createServer({ allowHalfOpen: true }, socket => {
    answer(socket).catch(error => {
      socket.destroy()
      log.error(failure, { error })
    })
  })
  server.on('error', error => log.error(failure, { error }))
  // A killed process left it behind. The folder is locked, so no other process uses it.
  rmSync(path, { force: true })
  server.listen(path, () => chmodSync(path, 0o600))
  return { end: () => server.close() }
}
