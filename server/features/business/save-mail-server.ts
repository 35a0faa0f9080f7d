import { createPublicKey } from 'node:crypto'
import { sql } from 'kysely'
import type { business as calls } from '#contract/office/business.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { dnsRecordsOf, isHostName, mailPorts } from '#domain/office/mail-server.ts'
import { mailServerSentences } from '#domain/office/mail-server-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { requireThat } from '#domain/refusal.ts'
import { type Config, isOnThisMachine } from '#server/config.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isSealedWith, openNote, sealNote } from '#server/database/seal-note.ts'
import {
  hasPracticeMailbox,
  lookAtMailServer,
  mailPasswordPlace,
  tryMailServer,
} from '#server/mail/mail-server.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'

const tries = { atMost: 20, perMinutes: 60 }

/** Reads the mail server for its form, without the password, and the DNS records that the sender's domain needs. */
export async function readMailServer(db: Db, config: Config): Promise<CallOutput<typeof calls.mailServer>> {
  const row = await db.selectFrom('mail_server').selectAll().executeTakeFirstOrThrow()
  const setIn = config.isMailServerOfOffice
    ? 'office'
    : hasPracticeMailbox(config)
      ? 'practice'
      : 'environment'
  const host = config.smtpUrl ? new URL(config.smtpUrl).hostname : ''
  return {
    version: row.version,
    host: row.host,
    port: row.port,
    userName: row.user_name,
    hasPassword: row.password_sealed !== null,
    senderAddress: row.sender_address,
    setIn,
    dns: host ? dnsRecordsOf(config.mailFrom.address, host, publicHalf(config)) : [],
  }
}

const publicHalf = ({ dkim }: Config) =>
  dkim && {
    selector: dkim.selector,
    publicKey: createPublicKey(dkim.privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
  }

/**
 * Saves the mail server if our sign-in to it succeeds. An empty password keeps the stored one, for the same server and
 * user. Waiting mails are sent at once. Refuses in demo mode, and where the environment sets the server.
 */
export async function saveMailServer(input: CallInput<typeof calls.saveMailServer>, request: OfficeRequest) {
  const { db, config, clock, staff } = request
  requireThat(
    config.isMailServerOfOffice,
    hasPracticeMailbox(config) ? mailServerSentences.practice : mailServerSentences.fixed,
  )
  const host = input.host.toLowerCase()
  const { port, userName, senderAddress } = input
  const stored = await db.selectFrom('mail_server').selectAll().executeTakeFirstOrThrow()
  const sealed = stored.password_sealed
  const isSame =
    stored.host === host && stored.user_name === userName && sealed && isSealedWith(config.dataKey, sealed)
  const isHost = isHostName(host) || (host === 'localhost' && isOnThisMachine(config.publicUrl))
  requireFields({
    host: !isHost && mailServerSentences.hostName,
    port: !mailPorts.includes(port) && mailServerSentences.port,
    password:
      userName !== '' &&
      input.password === '' &&
      !isSame &&
      (sealed ? mailServerSentences.passwordAgain : mailServerSentences.passwordRequired),
    senderAddress: !isEmailAddress(senderAddress) && mailServerSentences.senderRequired,
  })
  await allowRate(db, { key: `office-mail-server:${staff.staffId}`, ...tries }, clock())
  const password =
    input.password || (userName && sealed ? openNote(config.dataKey, sealed, mailPasswordPlace) : '')
  const problem = await tryMailServer({ host, port, userName, password: userName && password }, config)
  requireFields({ [problem?.field ?? 'host']: problem?.why })
  const recorded = await recordAction(request, { requestId: input.requestId }, async tx => {
    const values = {
      host,
      port,
      user_name: userName,
      password_sealed: userName ? sealNote(config.dataKey, password, mailPasswordPlace) : null,
      sender_address: senderAddress,
    }
    const version = await saveVersioned(tx, 'mail_server', { id: true, version: input.version }, values, {
      staff,
      now: clock(),
      current: () => readMailServer(tx, config),
    })
    await sendWaiting(tx, clock())
    return {
      answer: { id: 1, version },
      action: { action: 'business.keys', subjectKind: 'business', facts: { mailServer: host, port } },
    }
  })
  await lookAtMailServer(request)
  request.jobWaiting()
  return recorded
}

/** Retries the mails that failed, because the mail server may have been missing or wrong. */
const sendWaiting = (tx: Tx, now: Date) =>
  sql`update jobs set run_at = ${now} where kind in ('send-mail', 'send-urgent-mail') and done_at is null
    and last_error <> '' and run_at > ${now}`.execute(tx)
