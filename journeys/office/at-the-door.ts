import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
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

/** What `npm run office:invite` prints on the server of this site: a link into the office. */
export async function inviteOnServer(site: string, email: string, role?: Role): Promise<string> {
  const settings = JSON.parse(process.env.SERVERS_OF_JOURNEYS ?? '{}') as Record<
    string,
    Record<string, string>
  >
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/office-invite.ts', email, ...(role ? [role] : [])],
    { env: { ...process.env, NODE_ENV: '', PUBLIC_URL: site, ...settings[site] } },
  )
  return /https?:\S+/.exec(stdout)?.[0] ?? ''
}

/** Comes in by a link, with this device: gives the ten recovery codes. */
export async function comeInByLink(page: Page, link: string, fullName: string): Promise<string[]> {
  await visit(page, link)
  await page.getByLabel('Full name').fill(fullName)
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

/** Signs this browser in to the demo's office, and gives its calls. */
export async function enterOffice(page: Page, site: string, role: Role): Promise<OfficeApi> {
  const send = async (path: string, body: unknown) => {
    const headers = { 'x-office': '1', origin: site }
    return (await page.request.post(`${site}/api/${path}`, { data: body as object, headers })).json()
  }
  const api = makeOfficeApi(send)
  await api.session.signInToDemo({ role })
  return api
}
