import { sql } from 'kysely'
import type { AlikePerson, FoundPerson, families } from '#contract/office/families.ts'
import type { CallInput } from '#contract/wire.ts'
import { nameKey } from '#domain/compare-text.ts'
import { dialledNumber, isPhoneNumber } from '#domain/email-address.ts'
import { ageOn } from '#domain/office/people.ts'
import type { Db } from '#server/database/connect.ts'
import { findWho, readPeople } from './search-people.ts'

type Given = CallInput<typeof families.alike>
type Why = AlikePerson['why'][number]

/** The maximum number of people to compare for one reason. */
const maxLookedAt = 100
const maxAlike = 3

/**
 * Finds the families and guests that a new family may already be: with the same email address, telephone number,
 * name, or a child of the same name and age. Those with most in common come first.
 */
export async function findAlike(db: Db, given: Given, today: string): Promise<AlikePerson[]> {
  const people = new Map<string, AlikePerson>()
  const found = async (why: Why, who: string[], isAlike: (person: FoundPerson) => boolean = () => true) => {
    for (const person of await readPeople(db, who, today)) {
      if (!isAlike(person)) continue
      const key = person.accountId === null ? `${person.email} ${person.phone}` : String(person.accountId)
      const before = people.get(key)?.why ?? []
      people.set(key, { ...person, why: before.includes(why) ? before : [...before, why] })
    }
  }
  if (given.email) await found('email', await whoHasAddress(db, given.email))
  const number = dialledNumber(given.mobile)
  if (isPhoneNumber(given.mobile)) {
    const who = await findWho(db, number, maxLookedAt)
    await found('phone', who, ({ phone }) => dialledNumber(phone) === number)
  }
  const name = `${given.firstName} ${given.lastName}`.trim()
  if (given.firstName && given.lastName) {
    const who = await findWho(db, name, maxLookedAt)
    await found('name', who, person => nameKey(person.name) === nameKey(name))
  }
  for (const { firstName, lastName, birthday } of given.children) {
    if (!(firstName && lastName && birthday)) continue
    const key = nameKey(`${firstName} ${lastName}`)
    const age = ageOn(birthday, today)
    const who = await findWho(db, `${firstName} ${lastName}`, maxLookedAt)
    await found('child', who, ({ children }) =>
      children.some(child => nameKey(child.name) === key && child.age === age),
    )
  }
  return [...people.values()].toSorted((one, other) => other.why.length - one.why.length).slice(0, maxAlike)
}

async function whoHasAddress(db: Db, email: string): Promise<string[]> {
  const { rows } = await sql<{ who: string }>`
    select p.who from people_search p left join accounts a on a.id = p.account_id
    where a.email = ${email} or p.who = 'g' || contact_key(${email}, '')`.execute(db)
  return rows.map(({ who }) => who)
}
