import { seededChance } from '#demo/seeded-chance.ts'
import { saveOffers } from '#server/features/accounts/save-offers.ts'
import { saveOrigin } from '#server/features/accounts/save-origin.ts'
import { subscribe } from '#server/features/enquiries/subscribe.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { unsubscribe } from '#server/features/messages/unsubscribe.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { rowsOf, writeRow } from './rows.ts'

interface Person {
  email: string
  accountId: AccountId | null
  agrees: boolean
  subscribes: boolean
}
const isWilling = ({ agrees, subscribes }: Person) => agrees || subscribes

/** The events of an address: the site's popup, the first steps, the switch of the account page, a mail's link. */
const events = ['subscribe', 'steps yes', 'steps no', 'switch yes', 'switch no', 'unsubscribe'] as const
type Event = (typeof events)[number]

/** How many addresses one round plays, and how many of them at the same time. */
const atOnce = 1_000
const lanes = 16

async function sideBySide<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/**
 * Generates families and subscribers with random consents, sends offers to all of them in rounds of a thousand, and
 * compares who is written to with who agreed. A case is an address with what happens to it before a message is
 * written, and between its writing and its sending. After `until` no further round begins.
 */
export async function playOfferCases(
  given: Services,
  {
    staffId,
    cases,
    seed,
    until = Number.POSITIVE_INFINITY,
  }: { staffId: number; cases: number; seed: string; until?: number },
) {
  // Nothing answers there: a mail that would be sent fails, and a mail that may not be is refused before.
  const services = { ...given, config: { ...given.config, smtpUrl: 'smtp://127.0.0.1:1' } }
  const { db, clock } = services
  const chance = seededChance(`offers ${seed}`)
  const die = (sides: number) => chance.whole(0, sides - 1)
  const played = { addresses: 0, events: 0, written: 0, sent: 0, withdrawn: 0, differs: [] as string[] }
  const compare = (what: string, found: string[], wanted: string[]) => {
    const [one, other] = [found, wanted].map(emails => JSON.stringify(emails.toSorted()))
    if (one !== other) played.differs.push(`${what}: ${one} instead of ${other}`)
  }
  for (let done = 0; done < cases && Date.now() < until; done += atOnce) {
    await db.deleteFrom('message_recipients').execute()
    await db.deleteFrom('mails').execute()
    // Updates only rows that differ, because each round would otherwise rewrite the rows of all earlier rounds.
    await db
      .updateTable('subscriptions')
      .set({ unsubscribed_at: clock() })
      .where('unsubscribed_at', 'is', null)
      .execute()
    await db.updateTable('accounts').set({ wants_offers: false }).where('wants_offers', '=', true).execute()
    const people = Array.from(
      { length: Math.min(atOnce, cases - done) },
      (_, nth): Person & { isFamily: boolean } => ({
        ...{ email: `case-${done + nth}@example.test`, accountId: null, agrees: false, subscribes: false },
        isFamily: die(4) !== 0,
      }),
    )
    await sideBySide(people, async person => {
      const row = { email: person.email, password_hash: '', created_at: clock() }
      if (person.isFamily) person.accountId = (await writeRow(db, 'accounts', row)) as AccountId
    })
    const happensTo = async (person: Person, event: Event, network: string) => {
      const { email, accountId } = person
      if (event === 'subscribe') {
        await subscribe(services, network, { email })
        person.subscribes = true
      } else if (event !== 'unsubscribe' && accountId) {
        const [form, answer] = event.split(' ')
        const wantsOffers = answer === 'yes'
        person.agrees = wantsOffers
        // A no ends the subscription of the address too (decision E-63).
        if (!wantsOffers) person.subscribes = false
        if (form === 'switch') await saveOffers(services, accountId, wantsOffers)
        else await saveOrigin(services, accountId, { wantsOffers, heardFrom: '' })
      } else {
        const [recipient] = await rowsOf(db, 'message_recipients', { contact: email })
        if (!recipient) return
        await unsubscribe(services, recipient.id)
        Object.assign(person, { agrees: false, subscribes: false })
      }
      played.events++
    }
    /** Draws up to `most` random events for each person, and runs those of all people side by side. */
    const happens = async (most: number) => {
      const drawn = people.map(person => ({
        person,
        drawn: Array.from({ length: die(most + 1) }, () => ({
          event: events[die(events.length)] as Event,
          network: `10.${die(256)}.${die(256)}.${die(256)}`,
        })),
      }))
      await sideBySide(drawn, async ({ person, drawn: of }) => {
        for (const { event, network } of of) await happensTo(person, event, network)
      })
    }
    await happens(3)
    const willing = people.filter(isWilling).map(({ email }) => email)
    const messageId = await writeRow(db, 'office_messages', {
      ...{ kind: 'offers', audience: '{"to":"everybody"}', about: 'All families', account_id: null },
      ...{ subject: 'Offer', body: 'Offer', staff_id: staffId },
      ...{ created_at: clock(), send_at: clock(), stopped_by: null },
    })
    await sendMessage(services, { messageId })
    const written = await rowsOf(db, 'mails', { purpose: 'offers' })
    compare(
      `written of ${done}`,
      written.map(mail => mail.to_email),
      willing,
    )
    await happens(2)
    const reached: string[] = []
    await sideBySide(written, mail =>
      sendMail(services, { mailId: mail.id }).catch(() => {
        reached.push(mail.to_email)
      }),
    )
    const still = people.filter(person => willing.includes(person.email) && isWilling(person))
    compare(
      `sent of ${done}`,
      reached,
      still.map(({ email }) => email),
    )
    played.addresses += people.length
    played.written += written.length
    played.sent += reached.length
    played.withdrawn += written.length - reached.length
  }
  return played
}
