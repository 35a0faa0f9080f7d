import { automaticKinds } from '#domain/office/automatic-mails.ts'
import { everyFixedMessage } from '#domain/office/fixed-messages.ts'
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
  saved,
  textUpTo,
  type Value,
  version,
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
  ageGroupId: ifPresent(id),
  productId: ifPresent(id),
  /** The families that were taken out by hand. */
  exceptAccountIds: ifPresent(list(id, 200)),
  /** The guests that were taken out by hand, each by one of their orders. */
  exceptOrderIds: ifPresent(list(id, 200)),
  /** The addresses of the site's popup that were taken out by hand. */
  exceptSubscriptionIds: ifPresent(list(id, 200)),
})
export type Audience = Value<typeof audience>

const draft = { audience, kind: choice(messageKinds), subject: line, text: longText }

/** An automatic mail: whether it is on, and its text. */
const automaticMail = plain({
  version,
  kind: choice(automaticKinds),
  isOn: boolean,
  subject: line,
  text: longText,
  /** When it last looked for recipients; null if it never did. */
  lastRunOn: nullable(date),
})
export type AutomaticMail = Value<typeof automaticMail>

/** How many addresses a message reaches. */
const figures = { mailed: count, toRing: count, withoutConsent: count }

const samples = list(plain({ name: line, email: line, subject: line, text: textUpTo(20_000) }))

export const messagePreview = plain({
  /** The audience in words, such as a class and its day; for one family, its name. */
  about: line,
  ...figures,
  needsProof: boolean,
  /**
   * The words by which a service message sounds like advertising, and how many addresses an offer would reach; null if it
   * does not. For those who may not write offers, the number is 0.
   */
  advertising: nullable(plain({ words: line, offerMailed: count })),
  /** Up to three recipients, with the mail as they would get it. */
  samples,
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
  /** The date or class that it is about, if it is for one and still there. */
  sessionId: nullable(id),
  offeringId: nullable(id),
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
  /** Why it was given up or left out: the mail server's answer, `stopped`, `noConsent` or `over`. */
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
  /**
   * Lists up to 200 families, guests and addresses of the popup whom a draft would reach, by name, to take some out. A
   * guest has an order's id.
   */
  people: read(
    'Messages/people',
    'message.class',
    { audience, kind: choice(messageKinds), words: ifPresent(line) },
    list(
      plain({
        accountId: nullable(id),
        orderId: nullable(id),
        subscriptionId: nullable(id),
        ...{ name: line, email: line, phone: line },
      }),
    ),
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
  /**
   * Sends one of the fixed texts to the families of a date whose register the caller may open: a teacher to their own
   * dates alone, from 36 hours before until 2 hours after.
   */
  sendFixed: write(
    'Messages/sendFixed',
    'message.ownDate',
    { sessionId: id, message: choice(everyFixedMessage), word: textUpTo(60) },
    plain({ id, mailed: count, toRing: count }),
  ),
  /** The automatic mails. */
  automatic: read('Messages/automatic', 'message.all', {}, list(automaticMail)),
  /**
   * Fills in the text of an automatic mail for up to three people whom it would reach now, or else for an invented
   * one. Changes nothing.
   */
  previewAutomatic: read(
    'Messages/previewAutomatic',
    'message.all',
    { kind: choice(automaticKinds), subject: line, text: longText },
    plain({ ...figures, samples }),
  ),
  /** Switches an automatic mail on or off, and saves its text. */
  saveAutomatic: write(
    'Messages/saveAutomatic',
    'message.all',
    {
      version,
      kind: choice(automaticKinds),
      isOn: boolean,
      subject: line,
      text: longText,
      isNotAdvertising: ifPresent(boolean),
    },
    saved,
  ),
}
