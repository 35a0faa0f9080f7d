import { test as base, expect, type Page } from '@playwright/test'
import type { Api } from '#web/api.ts'
import { newHousehold, newPerson, type Person, visitorsApi } from './people.ts'

export { expect }

interface Site {
  site: string
  visitor: Api
  /** What the browser may complain about in this journey; anything else on its console fails it. */
  expectedComplaints: RegExp[]
  complaints: string[]
}

/** A journey of a visitor. Errors, failed requests and breaches of the security policy fail it. */
export const test = base.extend<Site>({
  site: async ({ baseURL }, use) => use(baseURL as string),
  visitor: async ({ site }, use) => use(visitorsApi(site)),
  extraHTTPHeaders: async ({ browserName: _any }, use) => use(newHousehold()),
  expectedComplaints: async ({ browserName: _any }, use) => use([]),
  complaints: [
    async ({ context, expectedComplaints }, use) => {
      const complaints: string[] = []
      context.on('console', message => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', problem => complaints.push(String(problem.error())))
      await use(complaints)
      // An answer that is still being changed when the journey ends is no fault of the site.
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
  storageState: async ({ site, person }, use) => use(signedIn(site, person)),
})

/** A journey of Una, who is signed in and has no child yet. */
export const childlessTest = signedInTest.extend({
  person: async ({ site }, use) => use(await newPerson(site, 'Una', [])),
})

/** The state of a browser in which somebody has signed in. */
export const signedIn = (site: string, { token }: Person) => ({
  cookies: [],
  origins: [{ origin: site, localStorage: [{ name: 'maypole.token', value: token }] }],
})

/** Opens a page and waits until it listens. */
export async function visit(page: Page, address: string): Promise<void> {
  await untilGoneBack(page)
  await page.goto(address)
  await untilItListens(page)
}

/** Loads the page again, and waits until it listens again: presses on a page that does not are lost. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await untilItListens(page)
}

async function untilItListens(page: Page): Promise<void> {
  const root = page.locator('#root')
  const listens = () =>
    root
      .evaluate(element => {
        // The browser keeps the state of an entry that is opened again, and with it how many dialogs were open then.
        Object.assign(window, { depthAtFirst: history.state?.dialogDepth ?? 0 })
        return Object.keys(element).some(key => key.startsWith('__reactContainer'))
      })
      // It went on to another page meanwhile.
      .catch(() => false)
  await expect.poll(listens, { message: `${page.url()} listens`, intervals: [20, 50, 100] }).toBe(true)
}

/** A dialog that has closed goes back in the history, and would take a visit that is quicker back with it. */
async function untilGoneBack(page: Page): Promise<void> {
  const isGoingBack = () =>
    page
      .evaluate(() => {
        const { depthAtFirst } = window as { depthAtFirst?: number }
        const depth = Number(history.state?.dialogDepth ?? 0)
        const open = document.querySelectorAll('dialog[open]').length
        return depthAtFirst !== undefined && depth > depthAtFirst + open
      })
      .catch(() => true)
  await expect.poll(isGoingBack, { message: 'the closed dialog has gone back' }).toBe(false)
}
