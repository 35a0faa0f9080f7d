import { TOTP } from 'otpauth'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import type { Role } from '#domain/office/permissions.ts'
import { writeInvitation } from '#server/features/staff/invitations.ts'
import { softwareAuthenticator } from './software-authenticator.ts'
import type { TestApp } from './start-test-app.ts'

/** A browser that has not signed in to the office. It keeps its cookies and has its own network address. */
export interface Browser {
  api: OfficeApi
  ip: string
  /** Returns the token in the session's cookie; '' when there is none. */
  token: () => string
}

let networks = 0

export function openBrowser(app: TestApp, ip = `203.0.${++networks}.7`): Browser {
  const cookies = new Map<string, string>()
  const api = makeOfficeApi(async (path, body) => {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const answer = await app.officeCall(path, body, { ip, headers: { cookie, 'user-agent': agent } })
    for (const set of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return answer
  })
  return { api, ip, token: () => cookies.get('office') ?? '' }
}
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

/** Writes an invitation and returns its link, as a mail or the server's output shows it. */
export const writeLink = (
  app: TestApp,
  email: string,
  role: Role = 'owner',
  invitedBy?: number,
): Promise<string> =>
  app.db
    .transaction()
    .execute(tx =>
      writeInvitation(tx, { email, role, hours: 24, ...(invitedBy && { invitedBy }) }, app.clock.now()),
    )

export const staffPassword = 'a long walk in the rain'
let members = 0

/** Enrols a member by a link, with an authenticator app. */
export async function enrolWithCodes(app: TestApp, role: Role = 'owner') {
  const email = `with-codes-${++members}@example.test`
  const browser = openBrowser(app)
  const { session } = browser.api
  const { attempt } = await session.welcome({
    token: await writeLink(app, email, role),
    fullName: 'Ann Perry',
    email,
  })
  const { key } = await session.authenticatorStart({ attempt, password: staffPassword })
  const { codes } = await session.authenticatorProve({ attempt, code: codeOf(app, key) })
  return { email, browser, codes, key }
}

/** Enrols a member by a link, with a passkey. */
export async function enrolWithPasskey(app: TestApp, role: Role = 'owner', isShared = false) {
  const email = `with-passkey-${++members}@example.test`
  const browser = openBrowser(app)
  const passkey = softwareAuthenticator(app.services.config.publicUrl, isShared)
  const { session } = browser.api
  const { attempt } = await session.welcome({
    token: await writeLink(app, email, role),
    fullName: 'Bo Ellis',
    email,
  })
  const { options } = await session.passkeyOptions({ attempt })
  const { codes } = await session.passkeyRegister({ attempt, credential: passkey.make(options) })
  return { email, browser, codes, passkey }
}

/** Returns the code that an authenticator app with this key shows now. */
export const codeOf = (app: TestApp, key: string): string =>
  new TOTP({ secret: key }).generate({ timestamp: app.clock.now().getTime() })
