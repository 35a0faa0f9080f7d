import { expect } from '@playwright/test'
import type { Api } from '#contract/client.ts'
import type { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { apiAt } from '#testing/api-at.ts'

/** A person with an account, signed in to the API, and also in the browser if the journey does so. */
export interface Person {
  firstName: string
  email: string
  mobile: string
  password: string
  token: string
  api: Api
}

interface Mail {
  at: string
  subject: string
  text: string
}

/** Returns the API as a visitor. */
export const visitorsApi = (site: string): Api => apiWith(site, '')

/** Reads the ids of the family's children. */
export const childIdsOf = async ({ api }: Person): Promise<number[]> =>
  (await api.children.list({})).map(({ id }) => id)

let lastHousehold = 0

/** Returns the header of a unique network, because the server counts tries by network. */
export function newHousehold(): { 'x-forwarded-for': string } {
  const household = ++lastHousehold
  return { 'x-forwarded-for': `10.${process.pid % 256}.${household >> 8}.${household & 255}` }
}

const apiWith = (site: string, token: string): Api => apiAt(site, { ...newHousehold(), token })

let lastPerson = 0

/**
 * Returns an email address that is unique in this run. At most 64 letters may stand before the @,
 * and this adds up to 26.
 */
export function freshEmail(firstName: string): string {
  if (firstName.length > 38) throw new Error(`${firstName} is too long for an email address`)
  return `${firstName.toLowerCase()}.${process.pid}.${++lastPerson}.${Date.now()}@example.test`
}

let lastPhone = 0

/** Returns a phone number that is unique in this run, because guests with the same number are one person. */
export const freshPhone = (): string =>
  `077${String(process.pid % 10_000).padStart(4, '0')} ${String(++lastPhone).padStart(4, '0')}`

/** Creates an account with children through the API, with the same calls as the pages. */
export async function newPerson(site: string, firstName: string, children: string[]): Promise<Person> {
  const email = freshEmail(firstName)
  const password = 'a kite in the orchard'
  const visitor = visitorsApi(site)
  await visitor.accounts.sendCode({ purpose: 'register', email })
  const code = await readCode(site, email)
  const mobile = freshPhone()
  const details = { firstName, lastName: 'Hart', mobile }
  const { token } = await visitor.accounts.register({ ...details, email, password, code })
  const api = apiWith(site, token)
  for (const child of children) await api.children.add(childOf(firstName, child))
  return { firstName, email, mobile, password, token, api }
}

/** Signs in to an account of the demo business, whose password its log-in page shows. */
export async function signInAsDemoParent(site: string): Promise<Person> {
  const login = { email: 'parent@example.test', password: 'Password1' }
  const { token } = await visitorsApi(site).accounts.signIn(login)
  return { firstName: 'Megan', mobile: '07700 900112', ...login, token, api: apiWith(site, token) }
}

/** Signs the same person in on another device. */
export async function signInElsewhere(site: string, { email, password }: Person): Promise<Api> {
  const { token } = await visitorsApi(site).accounts.signIn({ email, password })
  return apiWith(site, token)
}

/** Waits for a mail in the site's mailbox, written after `since`. */
export async function readMail(site: string, to: string, subject: RegExp, since = 0): Promise<Mail> {
  let found: Mail | undefined
  const theirs = `${site}/dev/mailbox.json?to=${encodeURIComponent(to)}`
  const look = async () => {
    const mails = (await (await fetch(theirs)).json()) as Mail[]
    found = mails.find(mail => subject.test(mail.subject) && Date.parse(mail.at) > since)
    return found?.subject
  }
  const patience = { timeout: 30_000, intervals: [50, 100, 200] }
  await expect.poll(look, { message: `a mail to ${to}`, ...patience }).toMatch(subject)
  return found as Mail
}

/** Reads the four digits that were mailed after `since`. */
export async function readCode(site: string, email: string, since = 0): Promise<string> {
  const mail = await readMail(site, email, /code is \d{4}$/, since)
  return mail.subject.slice(-4)
}

/** Returns a child with the values that its form sends. */
export function childOf(parent: string, firstName: string): CallInput<typeof contract.children.add> {
  const contact = { lastName: 'Hart', mobile: '07700 900188', email: 'hart@example.test' }
  return {
    firstName,
    lastName: 'Hart',
    gender: 'preferNotToSay',
    dateOfBirth: '2021-06-01',
    attendsSchool: false,
    schoolName: '',
    addressSource: 'guardian',
    addressLine1: '3 Raleigh Steps',
    addressLine2: 'Southville',
    medical: 'None',
    allergy: 'None',
    note: '',
    photoPermission: false,
    photoMarketingPermission: false,
    avatar: '',
    contacts: [
      { ...contact, firstName: parent, relationship: 'Parent' },
      { ...contact, firstName: 'Robin', relationship: 'Grandparent' },
    ],
    pickUpPerson: { firstName: '', lastName: '', phone: '', relationship: '', photo: '' },
  }
}
