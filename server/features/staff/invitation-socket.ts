import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Role } from '#domain/office/permissions.ts'
import { listenInFolder } from '#server/listen-in-folder.ts'
import type { Log } from '#server/services.ts'

/** Whom the one who has the server lets in. */
export interface Wanted {
  email: string
  role?: Role | undefined
}

const socketIn = (dataDir: string) => join(dataDir, 'office.sock')

/** Hands whoever connects to the socket in the data folder the link that they ask for. */
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

/** The link, from the server that has the embedded database open; undefined when none runs. */
export const askForInvitation = (dataDir: string, wanted: Wanted): Promise<string | undefined> =>
  new Promise((done, fail) => {
    const socket = connect(socketIn(dataDir))
    socket.once('error', () => done(undefined))
    socket.once('connect', () => {
      socket.end(JSON.stringify(wanted))
      text(socket).then(done, fail)
    })
  })
