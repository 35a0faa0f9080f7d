import type { AutomaticMail, messages } from '#contract/office/messages.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { type AutomaticKind, automaticKinds, automaticMails } from '#domain/office/automatic-mails.ts'
import type { Db } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import type { Recipient } from './audience.ts'
import { type Details, describeCauses } from './automatic-details.ts'
import { endingOf, fillInMessage, ownLink } from './fill-in-message.ts'
import { countReached } from './plan-message.ts'

const columns = ['kind', 'is_on', 'subject', 'body', 'version', 'last_run_on'] as const

/** Lists the automatic mails in their order. */
export async function listAutomaticMails(db: Db): Promise<AutomaticMail[]> {
  return Promise.all(automaticKinds.map(kind => readAutomaticMail(db, kind)))
}

/** Reads one automatic mail. */
export async function readAutomaticMail(db: Db, kind: AutomaticKind): Promise<AutomaticMail> {
  const row = await db
    .selectFrom('automatic_mails')
    .select(columns)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const { is_on: isOn, subject, body: text, version, last_run_on: lastRunOn } = row
  return { kind, isOn, subject, text, version, lastRunOn }
}

/** Somebody invented, for a day on which an automatic mail reaches nobody. */
const somebody = (day: string): Recipient => ({
  ...{ accountId: 0, name: 'Robin Hart', firstName: 'Robin', email: 'robin@example.test', phone: '' },
  ...{ children: ['Wren'], classes: ['their class'], day, bookings: [], orders: [] },
})

/** Previews the text of an automatic mail for up to three people whom it would reach now. */
export async function previewAutomatic(
  request: OfficeRequest,
  { kind, subject, text }: CallInput<typeof messages.previewAutomatic>,
): Promise<CallOutput<typeof messages.previewAutomatic>> {
  const { db, clock } = request
  const day = todayInLondon(clock())
  const audience = { to: kind, day }
  const messageKind = automaticMails[kind].kind
  const reached = await countReached(db, audience, messageKind, clock())
  const { mailed, toRing, withoutConsent, samples } = reached
  const people = samples.length > 0 ? samples : [somebody(addDays(day, 1))]
  const details = await describeCauses(db, request, kind, people, { hidesLinks: true })
  const asMailed = (person: Recipient, { body, ending }: Details) => {
    const filled = fillInMessage({ kind: messageKind, audience, subject, text }, person)
    const last = endingOf(messageKind, request, ownLink)
    return {
      subject: filled.subject,
      text: [...filled.paragraphs, ...body, ...ending, ...last].filter(Boolean).join('\n\n'),
    }
  }
  return {
    ...{ mailed, toRing, withoutConsent },
    samples: people.map((person, index) => ({
      ...{ name: person.name || person.email, email: person.email },
      ...asMailed(person, details[index] ?? { body: [], ending: [] }),
    })),
  }
}
