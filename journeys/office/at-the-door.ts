import { execFile } from 'node:child_process'
import type { Page } from '@playwright/test'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import type { Role } from '#domain/office/permissions.ts'
import { expect, visit } from '../site-test.ts'

/** Gives the browser a passkey device that verifies its person by itself; `lose` takes it away with what is on it. */
export async function holdDevice(page: Page): Promise<{ lose: () => Promise<void> }> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    lose: async () => {
      await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}

type Settings = Record<string, string>

/** The settings of the servers of this run, by their addresses. */
export const serversOfJourneys = (): Record<string, Settings> =>
  JSON.parse(process.env.SERVERS_OF_JOURNEYS ?? '{}')

/** Runs a script on the server itself, as `npm run …` does: what it prints, and the code it ends with. */
export function runOnServer(
  settings: Settings | undefined,
  ...script: string[]
): Promise<{ printed: string; code: number }> {
  const env = { ...process.env, NODE_ENV: '', ...settings }
  return new Promise(resolve => {
    const child = execFile(process.execPath, script, { env }, (_error, printed) =>
      resolve({ printed, code: child.exitCode ?? -1 }),
    )
  })
}

/** What `npm run office:invite` prints on the server of this site: a link into the office. */
export async function inviteOnServer(site: string, email: string, role?: Role): Promise<string> {
  const settings = { PUBLIC_URL: site, ...serversOfJourneys()[site] }
  const { printed } = await runOnServer(settings, 'scripts/office-invite.ts', email, ...(role ? [role] : []))
  return /https?:\S+/.exec(printed)?.[0] ?? ''
}

/** Comes in by a link, with this device: gives the ten recovery codes. The first owner's link knows no address. */
export async function comeInByLink(
  page: Page,
  link: string,
  fullName: string,
  email?: string,
): Promise<string[]> {
  await visit(page, link)
  await page.getByLabel('Full name').fill(fullName)
  if (email) await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  return enrolDevice(page)
}

/** The end of an enrolment at the door: a passkey, and ten codes that are kept. */
export async function enrolDevice(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Use this device' }).click()
  const list = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allTextContents()
  const onward = page.getByRole('button', { name: 'Continue' })
  await expect(onward).toBeDisabled()
  await page.getByLabel('I have kept them').check()
  await onward.click()
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
  return codes
}

export async function signInByPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
}

/** The office's calls as whoever is signed in in this browser. */
export function officeOf(page: Page, site: string): OfficeApi {
  const headers = { 'x-office': '1', origin: site }
  return makeOfficeApi(async (path, body) =>
    (await page.request.post(`${site}/api/${path}`, { data: body as object, headers })).json(),
  )
}

/** Signs this browser in to the demo's office, and gives its calls. */
export async function enterOffice(page: Page, site: string, role: Role): Promise<OfficeApi> {
  const api = officeOf(page, site)
  await api.session.signInToDemo({ role })
  return api
}
