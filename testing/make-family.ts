import { type Attendees, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { type AccountDetails, type MadeAccount, makeAccount } from './make-account.ts'
import { makeChild } from './make-child.ts'
import type { MadeSession } from './make-offering.ts'
import type { TestApp } from './start-test-app.ts'

export interface Family extends MadeAccount {
  fullName: string
  childId: number
  childIds: number[]
}

let made = 0

/** Makes a signed-in account with one child, or with several. */
export async function makeFamily(
  app: Pick<TestApp, 'db' | 'clock' | 'services' | 'apiOf'>,
  { children = 1, ...given }: AccountDetails & { children?: number } = {},
): Promise<Family> {
  made += 1
  const account = await makeAccount(app, given)
  const childId = await makeChild(app, account)
  const childIds = [childId]
  while (childIds.length < children) childIds.push(await makeChild(app, account))
  return { ...account, fullName: `Priya Shah ${made}`, childId, childIds }
}

/** Makes several families, with one child each. */
export async function makeFamilies(
  app: Parameters<typeof makeFamily>[0],
  count: number,
  given: AccountDetails = {},
): Promise<[Family, ...Family[]]> {
  const families = [await makeFamily(app, given)] satisfies [Family]
  while (families.length < count) families.push(await makeFamily(app, given))
  return families as [Family, ...Family[]]
}

/** Returns the family's attendees of an offering: its children, or its parent by name. */
export function attendeesOf(
  kind: OfferingKind,
  { childIds, fullName, email }: Pick<Family, 'childIds' | 'fullName' | 'email'>,
): Attendees {
  return offeringKinds[kind].attendees === 'children'
    ? { who: 'children', childIds }
    : { who: 'contact', fullName, phone: phoneOf(email), email }
}

const phones = new Map<string, string>()

/** Returns a different number for each address, because two people with one number count as one person. */
function phoneOf(email: string): string {
  const phone = phones.get(email) ?? `07700 9${String(phones.size).padStart(5, '0')}`
  phones.set(email, phone)
  return phone
}

/** Returns the input by which a family books sessions of one offering for all its children, with its credits. */
export function bookingRequest(
  family: Pick<Family, 'childIds' | 'fullName' | 'email'>,
  sessions: Pick<MadeSession, 'id' | 'offeringId' | 'kind'> | MadeSession[],
  given: { creditsWanted?: number; discountCode?: string; attendees?: Attendees } = {},
) {
  const [first, ...others] = [sessions].flat() as [MadeSession, ...MadeSession[]]
  return {
    offeringId: first.offeringId,
    sessionIds: [first, ...others].map(({ id }) => id),
    attendees: attendeesOf(first.kind, family),
    discountCode: '',
    ...given,
  }
}
