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
  await page.goto(address)
  const root = page.locator('#root')
  const listens = () =>
    root.evaluate(element => Object.keys(element).some(key => key.startsWith('__reactContainer')))
  await expect.poll(listens, { message: `${address} listens`, intervals: [20, 50, 100] }).toBe(true)
}
