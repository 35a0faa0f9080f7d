import { execFile } from 'node:child_process'
import type { Page } from '@playwright/test'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import type { Role } from '#domain/office/permissions.ts'
import { expect, visit } from '../site-test.ts'

/** Gives the browser a passkey device that verifies its user by itself. `lose` removes it with its passkeys. */
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

/** The settings of this run's servers, by the server's address. */
export const serversOfJourneys = (): Record<string, Settings> =>
  JSON.parse(process.env.SERVERS_OF_JOURNEYS ?? '{}')

/** Runs a script on the server itself, as `npm run …` does; returns its output and exit code. */
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

/** Runs `npm run office:invite` for this site and returns the link that it prints. */
export async function inviteOnServer(site: string, email: string, role?: Role): Promise<string> {
  const settings = { PUBLIC_URL: site, ...serversOfJourneys()[site] }
  const { printed } = await runOnServer(settings, 'scripts/office-invite.ts', email, ...(role ? [role] : []))
  return /https?:\S+/.exec(printed)?.[0] ?? ''
}

/**
 * Signs in by a link with this device; returns the ten recovery codes. The first owner's link contains no email
 * address.
 */
export async function comeInByLink(
  page: Page,
  link: string,
  fullName: string,
  email?: string,
): Promise<string[]> {
  await visit(page, link)
  await page.getByLabel('Full name').fill(fullName)
  if (email) await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  return enrolDevice(page)
}

/** Finishes an enrolment: adds a passkey and confirms that the ten codes were saved. */
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

/** Returns the office's calls as the member of staff who is signed in in this browser. */
export function createOfficeClient(page: Page, site: string): OfficeApi {
  const headers = { 'x-office': '1', origin: site }
  return makeOfficeApi(async (path, body) =>
    (await page.request.post(`${site}/api/${path}`, { data: body as object, headers })).json(),
  )
}

/** Signs this browser in to the demo's office; returns the office's calls. */
export async function startStaffSession(page: Page, site: string, role: Role): Promise<OfficeApi> {
  const api = createOfficeClient(page, site)
  await api.session.signInToDemo({ role })
  return api
}
