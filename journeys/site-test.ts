import { type BrowserContext, test as base, type Dialog, expect, type Page } from '@playwright/test'
import type { Api } from '#contract/client.ts'
import { newHousehold, newPerson, type Person, signInAsDemoParent, visitorsApi } from './people.ts'
import { setClockOf } from './set-clock.ts'

export { expect }

interface Site {
  site: string
  visitor: Api
  /** Errors that the browser's console may show in this journey. Any other error fails it. */
  expectedComplaints: RegExp[]
  complaints: string[]
}

/** The browser fetches the office's service worker by itself, also at the moment when a journey goes offline. */
const workerWithoutNetwork = /An unknown error occurred when fetching the script/

/** A journey of a visitor. Errors, failed requests and breaches of the security policy fail it. */
export const test = base.extend<Site>({
  site: async ({ baseURL }, use) => use(baseURL as string),
  visitor: async ({ site }, use) => use(visitorsApi(site)),
  extraHTTPHeaders: async ({ browserName: _any }, use) => use(newHousehold()),
  context: async ({ context }, use) => {
    await setClockOf(context)
    await use(context)
  },
  expectedComplaints: async ({ browserName: _any }, use) => use([workerWithoutNetwork]),
  complaints: [
    async ({ context, expectedComplaints }, use) => {
      const complaints: string[] = []
      context.on('console', message => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', problem => complaints.push(String(problem.error())))
      await use(complaints)
      // An answer that the journey still holds when it ends is no error of the site.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      const unexpected = complaints.filter(text => !expectedComplaints.some(known => known.test(text)))
      expect(unexpected, 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
})

/** A journey of Robyn, who has an account and two children, and is signed in when it begins. */
export const signedInTest = test.extend<{ person: Person }>({
  person: async ({ site }, use) => use(await newPerson(site, 'Robyn', ['Wren', 'Finch'])),
  context: async ({ context, site, person }, use) => {
    await signIn(context, site, person)
    await use(context)
  },
})

/** A journey of Una, who is signed in and has no child yet. */
export const childlessTest = signedInTest.extend({
  person: async ({ site }, use) => use(await newPerson(site, 'Una', [])),
})

/** A journey of Megan, of the demo business, who has bought and booked before. */
export const demoTest = signedInTest.extend({
  person: async ({ site }, use) => use(await signInAsDemoParent(site)),
})

const carried = 'token-of-journey'

/**
 * Signs a person in from the first page of the site that this browser opens. A cookie carries their token
 * into local storage, because filling that directly would need another page load.
 */
export async function signIn(context: BrowserContext, site: string, { token }: Person): Promise<void> {
  await context.addCookies([{ name: carried, value: token, url: site }])
  await context.addInitScript(
    ({ carried, site }) => {
      const [, token] =
        (location.origin === site && new RegExp(`${carried}=([^;]+)`).exec(document.cookie)) || []
      if (!token) return
      cookieStore.delete(carried)
      localStorage.setItem('maypole.token', token)
    },
    { carried, site },
  )
}

/** Logs in once the log-in page is shown, because the page before it may have fields with the same names. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Opens a page and waits until it is hydrated. */
export async function visit(
  page: Page,
  address: string,
  until: 'load' | 'domcontentloaded' = 'load',
): Promise<void> {
  await expect.poll(() => isGoingBack(page), { message: 'the closed dialog has gone back' }).toBe(false)
  await page.goto(address, { waitUntil: until })
  await untilItListens(page)
}

/** Reloads the page and waits until it is hydrated, because earlier presses would be lost. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await untilItListens(page)
}

/** Leaves a form with unsaved changes: expects the question, or the browser's own, and confirms it. */
export async function leaveUnsaved(page: Page, leave: () => Promise<unknown>): Promise<void> {
  const asks = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(asks, { message: 'leaving asks first' }).toBe(true)
  const accept = (dialog: Dialog) => void dialog.accept()
  page.on('dialog', accept)
  await leave()
  page.off('dialog', accept)
}

async function untilItListens(page: Page): Promise<void> {
  const isThere = () =>
    page.evaluate(
      () => document.querySelector('#root > *') !== null && !('coming' in document.documentElement.dataset),
    )
  const listens = async () => (await isThere().catch(() => false)) && !(await isGoingBack(page))
  await expect.poll(listens, { message: `${page.url()} listens`, intervals: [20, 50, 100] }).toBe(true)
}

/**
 * Whether the history entry of a closed dialog must still be removed. Going back meanwhile would
 * also remove a newer entry. A page that is being left cannot be asked.
 */
const isGoingBack = (page: Page): Promise<boolean> =>
  page
    .evaluate(() => (history.state?.dialogDepth ?? 0) > document.querySelectorAll('dialog[open]').length)
    .catch(() => true)
