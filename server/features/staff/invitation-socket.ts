import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Role } from '#domain/office/permissions.ts'
import { listenInFolder } from '#server/listen-in-folder.ts'
import type { Log } from '#server/services.ts'

/** The person whom the server's operator invites. */
export interface Wanted {
  email: string
  role?: Role | undefined
}

const socketIn = (dataDir: string) => join(dataDir, 'office.sock')

/** Returns an invitation link to a client of the socket in the data folder. */
export const offerInvitations = (
  dataDir: string,
  invite: (wanted: Wanted) => Promise<string>,
  log: Log,
): { end: () => void } =>
  listenInFolder(
    socketIn(dataDir),
    async socket => {
      socket.end(await invite(JSON.parse(await text(socket)) as Wanted))
    },
    { log, failure: 'invitation failed' },
  )

/** Asks the server that has the embedded database open for a link; undefined when none runs. */
export const askForInvitation = (dataDir: string, wanted: Wanted): Promise<string | undefined> =>
  new Promise((done, fail) => {
    const socket = connect(socketIn(dataDir))
    socket.once('error', () => done(undefined))
    socket.once('connect', () => {
      socket.end(JSON.stringify(wanted))
      text(socket).then(done, fail)
    })
  })
