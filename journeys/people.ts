import { expect } from '@playwright/test'
import type { Api } from '#contract/client.ts'
import type { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { apiAt } from '#testing/api-at.ts'

/** Somebody with an account: signed in at the API, and in the browser as far as the journey wants it. */
export interface Person {
  firstName: string
  email: string
  password: string
  token: string
  api: Api
}

interface Mail {
  at: string
  subject: string
  text: string
}

/** The site as a visitor's programs see it. */
export const visitorsApi = (site: string): Api => apiWith(site, '')

/** As the family has them, by their ids. */
export const childIdsOf = async ({ api }: Person): Promise<number[]> =>
  (await api.children.list({})).map(({ id }) => id)

let lastHousehold = 0

/** The header of a network of its own, as households have them: the server counts tries by network. */
export function newHousehold(): { 'x-forwarded-for': string } {
  const household = ++lastHousehold
  return { 'x-forwarded-for': `10.${process.pid % 256}.${household >> 8}.${household & 255}` }
}

const apiWith = (site: string, token: string): Api => apiAt(site, { ...newHousehold(), token })

let lastPerson = 0

/** An address that nobody else in this run has. */
export const freshEmail = (firstName: string): string =>
  `${firstName.toLowerCase()}.${process.pid}.${++lastPerson}.${Date.now()}@example.test`

/** A new account with children, made through the API as the pages would make it. */
export async function newPerson(site: string, firstName: string, children: string[]): Promise<Person> {
  const email = freshEmail(firstName)
  const password = 'a kite in the orchard'
  const visitor = visitorsApi(site)
  await visitor.accounts.sendCode({ purpose: 'register', email })
  const code = await readCode(site, email)
  const details = { firstName, lastName: 'Hart', mobile: '07700 900188' }
  const { token } = await visitor.accounts.register({ ...details, email, password, code })
  const api = apiWith(site, token)
  for (const child of children) await api.children.add(childOf(firstName, child))
  return { firstName, email, password, token, api }
}

/** An account of the demo business, whose password its login page tells. */
export async function signInAsDemoParent(site: string): Promise<Person> {
  const login = { email: 'parent@example.test', password: 'Password1' }
  const { token } = await visitorsApi(site).accounts.signIn(login)
  return { firstName: 'Megan', ...login, token, api: apiWith(site, token) }
}

/** A second sign-in of the same person, elsewhere. */
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

/** The four digits that were mailed after `since`. */
export async function readCode(site: string, email: string, since = 0): Promise<string> {
  const mail = await readMail(site, email, /code is \d{4}$/, since)
  return mail.subject.slice(-4)
}

/** A child as its form is sent. */
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
