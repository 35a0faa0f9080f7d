import { addDays } from '#domain/calendar.ts'
import { offersQuestion } from '#domain/offers-question.ts'
import type { Tx } from '#server/database/connect.ts'
import { notePlace, sealNote } from '#server/database/seal-note.ts'
import type { DemoOrder } from './demo-orders.ts'
import { insertRows, insertRowsForIds } from './insert-rows.ts'
import { type Entry, ledgersOf } from './ledgers.ts'
import { daysBefore } from './load-content.ts'
import type { DemoChild, DemoFamily } from './people.ts'

interface Given {
  accounts: { parent: DemoFamily; second: DemoFamily; newcomer: DemoFamily }
  families: DemoFamily[]
  orders: DemoOrder[]
  hashes: { demo: string; background: string }
  now: Date
  today: string
  dataKey: Buffer
}

export interface LoadedPeople {
  accountIds: Map<DemoFamily, number>
  childIds: Map<DemoChild, number>
  credits: Entry[]
  points: Entry[]
}

/** Inserts accounts with the balances of their ledgers, and their children with sealed notes. */
export async function loadPeople(tx: Tx, given: Given): Promise<LoadedPeople> {
  const { accounts, families, hashes, now, today, dataKey } = given
  const shown: DemoFamily[] = Object.values(accounts)
  const everyone = [...shown, ...families]
  const { credits, points } = ledgersOf(given.orders, accounts.parent, given.today)
  const ids = await insertRowsForIds(
    tx,
    'accounts',
    everyone.map(family => ({
      email: family.email,
      password_hash: shown.includes(family) ? hashes.demo : hashes.background,
      first_name: family.firstName,
      last_name: family.lastName,
      mobile: family.mobile,
      avatar_path: family.avatarPath,
      address_line_1: family.addressLine1,
      address_line_2: family.addressLine2,
      town: family.town,
      postcode: family.postcode,
      referral_source: family.referralSource,
      wants_offers: family.wantsOffers,
      terms_accepted_at: daysBefore(now, family.daysOld),
      credit_balance: lastBalance(credits, family),
      points_balance: lastBalance(points, family),
      created_at: daysBefore(now, family.daysOld),
      // Many people try out the site with the accounts of the login page.
      unpaid_at_most: shown.includes(family) ? 10 : 3,
    })),
  )
  await insertRows(
    tx,
    'consents',
    everyone.map((family, index) => ({
      ...{ account_id: ids[index] as number, kind: 'offers', is_given: family.wantsOffers },
      ...{ wording: offersQuestion, given_on: addDays(today, -family.daysOld), source: 'onboarding' },
      created_at: daysBefore(now, family.daysOld),
    })),
  )
  const accountIds = new Map(everyone.map((family, index) => [family, ids[index] as number]))
  const children = everyone.flatMap(family => family.children.map(child => ({ family, child })))
  const childIds = await insertRowsForIds(
    tx,
    'children',
    children.map(({ family, child }) => {
      const accountId = accountIds.get(family) as number
      return {
        account_id: accountId,
        first_name: child.firstName,
        last_name: child.lastName,
        gender: child.gender,
        date_of_birth: child.dateOfBirth,
        attends_school: child.schoolName !== '',
        school_name: child.schoolName,
        address_line_1: family.addressLine1,
        address_line_2: family.addressLine2,
        medical_sealed: sealNote(dataKey, child.medical, notePlace(accountId, 'medical')),
        allergy_sealed: sealNote(dataKey, child.allergy, notePlace(accountId, 'allergy')),
        note: child.note,
        photo_permission: child.mayBePhotographed,
        photo_marketing_permission: false,
        avatar_path: child.avatarPath,
        created_at: daysBefore(now, family.daysOld),
      }
    }),
  )
  await insertContacts(
    tx,
    children.map(({ child }, index) => ({ child, id: childIds[index] as number })),
  )
  return {
    accountIds,
    childIds: new Map(children.map(({ child }, index) => [child, childIds[index] as number])),
    credits,
    points,
  }
}

async function insertContacts(tx: Tx, children: { child: DemoChild; id: number }[]): Promise<void> {
  await insertRows(
    tx,
    'emergency_contacts',
    children.flatMap(({ child, id }) =>
      child.contacts.map((contact, index) => ({
        child_id: id,
        position: index + 1,
        first_name: contact.firstName,
        last_name: contact.lastName,
        mobile: contact.mobile,
        email: contact.email,
        relationship: contact.relationship,
      })),
    ),
  )
  await insertRows(
    tx,
    'pick_up_people',
    children.flatMap(({ child: { pickUp }, id }) =>
      pickUp
        ? [
            {
              child_id: id,
              first_name: pickUp.firstName,
              last_name: pickUp.lastName,
              phone: pickUp.phone,
              relationship: pickUp.relationship,
            },
          ]
        : [],
    ),
  )
}

const lastBalance = (entries: Entry[], family: DemoFamily) =>
  entries.findLast(entry => entry.family === family)?.balanceAfter ?? 0
