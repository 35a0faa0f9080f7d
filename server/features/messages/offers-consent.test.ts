import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { seededChance } from '#demo/seeded-chance.ts'
import { saveOrigin } from '#server/features/accounts/save-origin.ts'
import { subscribe } from '#server/features/enquiries/subscribe.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import type { AccountId } from '#server/request/actor.ts'
import { makeOfficeRequest } from '#testing/make-office-request.ts'
import { rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { sendMessage } from './send-message.ts'
import { unsubscribe } from './unsubscribe.ts'

// `OFFER_CASES=100000` is the full length, `OFFER_SEED` replays a run. A case is an address with what happens to it
// before a message is written, and between its writing and its sending.
const cases = Number(process.env.OFFER_CASES ?? 100)
const seed = process.env.OFFER_SEED ?? String(randomInt(1_000_000))
const atOnce = 100

const app = await startTestApp()
const request = await makeOfficeRequest(app)
// Nothing answers there: a mail that would be sent fails, and a mail that may not be is refused before.
const services = { ...app.services, config: { ...app.services.config, smtpUrl: 'smtp://127.0.0.1:1' } }

interface Person {
  email: string
  accountId: AccountId | null
  agrees: boolean
  subscribes: boolean
}
const isWilling = ({ agrees, subscribes }: Person) => agrees || subscribes

test(`no offer reaches an address without consent (seed ${seed})`, { timeout: 3_600_000 }, async () => {
  const chance = seededChance(`offers ${seed}`)
  const die = (sides: number) => chance.whole(0, sides - 1)
  for (let done = 0; done < cases; done += atOnce) {
    await app.db.deleteFrom('message_recipients').execute()
    await app.db.deleteFrom('mails').execute()
    await app.db.updateTable('subscriptions').set({ unsubscribed_at: app.clock.now() }).execute()
    await app.db.updateTable('accounts').set({ wants_offers: false }).execute()
    const people = await Promise.all(
      Array.from({ length: atOnce }, async (_, nth): Promise<Person> => {
        const email = `case-${done + nth}@example.test`
        const row = { email, password_hash: '', created_at: app.clock.now() }
        const accountId = die(4) === 0 ? null : ((await writeRow(app.db, 'accounts', row)) as AccountId)
        return { email, accountId, agrees: false, subscribes: false }
      }),
    )
    /** Draws up to `most` random events for each person, and runs those of all people side by side. */
    const happens = async (most: number) => {
      const drawn = people.map(person => ({
        person,
        events: Array.from({ length: die(most + 1) }, () => ({
          what: die(4),
          network: `10.${die(256)}.${die(256)}.${die(256)}`,
        })),
      }))
      await Promise.all(
        drawn.map(async ({ person, events }) => {
          for (const event of events) await happensTo(person, event)
        }),
      )
    }
    const happensTo = async (person: Person, { what, network }: { what: number; network: string }) => {
      const { email, accountId } = person
      if (what === 0) {
        await subscribe(services, network, { email })
        person.subscribes = true
      } else if (what < 3 && accountId) {
        person.agrees = what === 1
        await saveOrigin(services, accountId, { wantsOffers: person.agrees, heardFrom: '' })
      } else {
        const [recipient] = await rowsOf(app.db, 'message_recipients', { contact: email })
        if (!recipient) return
        await unsubscribe(services, recipient.id)
        Object.assign(person, { agrees: false, subscribes: false })
      }
    }
    await happens(3)
    const willing = people.filter(isWilling).map(({ email }) => email)
    const messageId = await writeRow(app.db, 'office_messages', {
      ...{ kind: 'offers', audience: '{"to":"everybody"}', about: 'All families', account_id: null },
      ...{ subject: 'Offer', body: 'Offer', staff_id: request.staff.staffId },
      ...{ created_at: app.clock.now(), send_at: app.clock.now(), stopped_by: null },
    })
    await sendMessage(services, { messageId })
    const written = await rowsOf(app.db, 'mails', { purpose: 'offers' })
    expect(written.map(mail => mail.to_email).toSorted()).toEqual(willing.toSorted())
    await happens(2)
    const reached: string[] = []
    await Promise.all(
      written.map(mail =>
        sendMail(services, { mailId: mail.id }).catch(() => {
          reached.push(mail.to_email)
        }),
      ),
    )
    const still = people.filter(person => willing.includes(person.email) && isWilling(person))
    expect(reached.toSorted()).toEqual(still.map(({ email }) => email).toSorted())
  }
})
