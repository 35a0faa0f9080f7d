import { lookup } from 'node:dns/promises'
import { BlockList } from 'node:net'
import { mailServerSentences } from '#domain/office/mail-server-sentences.ts'
import { type Config, isOnThisMachine } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { isSealedWith, openNote, resealNote } from '#server/database/seal-note.ts'

/** Time limits. A mail that exceeds one is sent again later. */
export const patience = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
}

export interface MailServer {
  host: string
  port: number
  /** Empty if the server asks for none. */
  userName: string
  password: string
}

/** Binds the encrypted password to its row: copied to another place, it cannot be decrypted. */
export const mailPasswordPlace = 'mail_server.password'

const addressOf = ({ host, port, userName, password }: MailServer) =>
  `${port === 465 ? 'smtps' : 'smtp'}://${
    userName && `${encodeURIComponent(userName)}:${encodeURIComponent(password)}@`
  }${host}:${port}`

/** Whether this process keeps mails in the practice mailbox. Only demo mode does. */
export const hasPracticeMailbox = ({
  smtpUrl,
  isMailServerOfOffice,
}: Pick<Config, 'smtpUrl' | 'isMailServerOfOffice'>): boolean => !smtpUrl && !isMailServerOfOffice

/**
 * Copies the mail server of the office into `config`: at the start, after a change, and every five seconds. So every
 * process uses a new one within ten seconds. Does nothing if the environment sets one. A password that was encrypted
 * with another data key counts as missing: mails wait until it is entered again.
 */
export async function lookAtMailServer({ db, config }: { db: Db; config: Config }): Promise<void> {
  if (!config.isMailServerOfOffice) return
  const row = await db.selectFrom('mail_server').selectAll().executeTakeFirstOrThrow()
  const { host, password_sealed: sealed } = row
  if (!host || (sealed && !isSealedWith(config.dataKey, sealed))) {
    config.smtpUrl = undefined
    return
  }
  const password = sealed ? openNote(config.dataKey, sealed, mailPasswordPlace) : ''
  config.smtpUrl = addressOf({ ...row, userName: row.user_name, password })
  config.mailFrom = { name: '', address: row.sender_address }
}

/** Private and reserved networks. Without this list, a host name could point our connection at our own machines. */
/** Encrypts the password of the mail server again with another data key. Can be repeated after an interruption. */
export async function rotateMailServer(db: Db, from: Buffer, to: Buffer): Promise<void> {
  const { password_sealed } = await db
    .selectFrom('mail_server')
    .select('password_sealed')
    .executeTakeFirstOrThrow()
  if (!password_sealed) return
  await db
    .updateTable('mail_server')
    .set({ password_sealed: resealNote(from, to, password_sealed, mailPasswordPlace) })
    .execute()
}

const ownNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  ownNetworks.addSubnet(network, bits)
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv6')

/**
 * Whether a name leads to an address in these networks. That is allowed if the site itself runs on this machine only.
 */
async function isOfOwnNetwork(host: string, { publicUrl }: Config): Promise<boolean> {
  if (isOnThisMachine(publicUrl)) return false
  const addresses = await lookup(host, { all: true })
  return addresses.some(({ address, family }) => ownNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4'))
}

/**
 * Connects to a mail server, encrypts and signs in, without sending anything. Returns the wrong field and the reason,
 * in the server's own words if it answered; undefined if it would take mails.
 */
export async function tryMailServer(
  server: MailServer,
  config: Config,
): Promise<{ field: 'host' | 'password'; why: string } | undefined> {
  try {
    if (await isOfOwnNetwork(server.host, config))
      return { field: 'host', why: mailServerSentences.ownNetwork }
    const { createTransport } = await import('nodemailer')
    const url = addressOf(server)
    const transport = createTransport({ url, requireTLS: !isOnThisMachine(url), ...patience })
    try {
      await transport.verify()
    } finally {
      transport.close()
    }
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}

/**
 * Returns the wrong field and the reason. Quotes only a mail server's answer, since another program may have answered.
 */
function problemOf(error: unknown): { field: 'host' | 'password'; why: string } {
  const { code, response, responseCode } = error as {
    code?: string
    response?: string
    responseCode?: number
  }
  const field = code === 'EAUTH' ? 'password' : 'host'
  if (responseCode !== undefined && response)
    return { field, why: mailServerSentences.answered(response.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200)) }
  if (code === 'EAUTH') return { field, why: mailServerSentences.noSignIn }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EDNS')
    return { field, why: mailServerSentences.unknownHost }
  if (code === 'ETLS' || code?.startsWith('ERR_TLS') || /CERT|SELF_SIGNED|ERR_SSL/.test(code ?? ''))
    return { field, why: mailServerSentences.notEncrypted }
  return { field, why: mailServerSentences.noAnswer }
}
