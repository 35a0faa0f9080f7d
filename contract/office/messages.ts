import { audienceKinds, messageKinds } from '#domain/office/messages.ts'
import {
  boolean,
  choice,
  count,
  date,
  done,
  id,
  ifPresent,
  instant,
  line,
  list,
  longText,
  name,
  nullable,
  officeList,
  pageOfList,
  plain,
  read,
  textUpTo,
  type Value,
  write,
} from './office-call.ts'

/** The audience of a message, with the ids that its kind needs (domain/office/messages.ts). */
const audience = plain({
  to: choice(audienceKinds),
  sessionId: ifPresent(id),
  offeringId: ifPresent(id),
  accountId: ifPresent(id),
  venueId: ifPresent(id),
  day: ifPresent(date),
  termId: ifPresent(id),
  typeId: ifPresent(id),
})
export type Audience = Value<typeof audience>

const draft = { audience, kind: choice(messageKinds), subject: line, text: longText }

/** How many addresses a message reaches. */
const figures = { mailed: count, toRing: count, withoutConsent: count }

export const messagePreview = plain({
  /** The audience in words, such as a class and its day; for one family, its name. */
  about: line,
  ...figures,
  needsProof: boolean,
  /** Up to three recipients, with the mail as they would get it. */
  samples: list(plain({ name: line, email: line, subject: line, text: textUpTo(20_000) })),
})
export type MessagePreview = Value<typeof messagePreview>

const state = choice(['planned', 'sending', 'sent', 'stopped'])

const fields = {
  id,
  kind: choice(messageKinds),
  about: line,
  accountId: nullable(id),
  subject: line,
  by: name,
  sendAt: instant,
  state,
  /**
   * The addresses by state. `givenUp`: the mail server refused. `leftOut`: the message was stopped, or
   * consent was withdrawn, before the mail was sent.
   */
  waiting: count,
  putOff: count,
  sent: count,
  givenUp: count,
  leftOut: count,
  toRing: count,
  withoutConsent: count,
}
const listed = plain(fields)
export type ListedMessage = Value<typeof listed>

export const openedMessage = plain({
  ...fields,
  text: longText,
  stopped: nullable(plain({ by: name, at: instant })),
})
export type OpenedMessage = Value<typeof openedMessage>

const recipientState = choice(['waiting', 'putOff', 'sent', 'givenUp', 'leftOut', 'toRing'])
const recipient = plain({
  id,
  accountId: nullable(id),
  name: line,
  email: line,
  phone: line,
  state: recipientState,
  /** When it reached that state, if it did. */
  at: nullable(instant),
  /** Why it was given up or left out: the mail server's answer, `stopped` or `noConsent`. */
  why: line,
  rungAt: nullable(instant),
})
export type MessageRecipient = Value<typeof recipient>

/** Messages that staff write to families (spec 4 §6). */
export const messages = {
  /** Counts the recipients of a draft, and fills in its text for three of them. Changes nothing. */
  preview: read('Messages/preview', 'message.class', draft, messagePreview),
  /**
   * Sends a message, now or at `sendAt`. Refused with 409 if it would reach another number of addresses than `expected`,
   * and with 428 if it reaches many families and the caller has not re-authenticated.
   */
  send: write(
    'Messages/send',
    'message.class',
    {
      ...draft,
      sendAt: ifPresent(instant),
      /** The sender says that a service message is no advertising, although it sounds like it. */
      isNotAdvertising: ifPresent(boolean),
      expected: plain({ mailed: count, toRing: count }),
    },
    plain({ id }),
  ),
  /** Mails the caller the message, as its first recipient would get it. */
  test: write('Messages/test', 'message.class', draft, plain({ email: line })),
  list: read(
    'Messages/list',
    'message.class',
    { ...pageOfList, accountId: ifPresent(id) },
    officeList(listed),
  ),
  get: read('Messages/get', 'message.class', { id }, openedMessage, { isPoll: true }),
  recipients: read(
    'Messages/recipients',
    'message.class',
    { id, state: ifPresent(recipientState), ...pageOfList },
    officeList(recipient),
    { isPoll: true },
  ),
  /** Stops a message: mails that have not been handed to the mail server are not sent. */
  stop: write('Messages/stop', 'message.class', { id }, done),
  /** Records that somebody without an email was called, or clears that record. */
  rung: write('Messages/rung', 'message.class', { id, recipientId: id, isRung: boolean }, done),
}
