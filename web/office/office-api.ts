import { createContext, useContext } from 'react'
import type { Envelope } from '#contract/client.ts'
import type { OfficeApi, OfficeSend } from '#contract/office/client.ts'
import { isEnvelope, postCall } from '#web/post-call.ts'

type Reauthenticate = () => Promise<boolean>
let reauthenticate: Reauthenticate = async () => false

/** A failure on the server, in its words: the call can be retried. */
export class OurFault extends Error {}

/**
 * Registers the re-authentication dialog, whose function resolves to whether it succeeded. Returns a function
 * that unregisters it.
 */
export function provideReauthentication(ask: Reauthenticate): () => void {
  reauthenticate = ask
  return () => {
    reauthenticate = async () => false
  }
}

/**
 * Calls the office's own server, with its cookie. A call that requires re-authentication (428) is repeated
 * after it, and what was typed stays (spec 3 §2.2).
 */
export const sendToOffice: OfficeSend = async (path, body) => {
  const answer = await post(path, body)
  return answer.code === 428 && (await reauthenticate()) ? post(path, body) : answer
}

async function post(path: string, body: unknown): Promise<Envelope> {
  const response = await postCall(`/api/${path}`, body, { 'x-office': '1' })
  const answer: unknown = await response.json()
  if (!isEnvelope(answer)) throw new Error(`${path} answered HTTP ${response.status}`)
  if (response.status >= 500) throw new OurFault(answer.msg)
  // Signed out, from the desk too: nobody may read what this device has downloaded.
  if (answer.code === 401) void import('./registers/offline/wipe-device.ts').then(file => file.wipeDevice())
  return answer
}

const OfficeApiContext = createContext<OfficeApi | undefined>(undefined)
export const OfficeApiProvider = OfficeApiContext.Provider

/**
 * Returns the client of the office's calls, for queries: `api.venues.list({…})` resolves or throws an
 * OfficeRefusal.
 */
export function useOfficeApi(): OfficeApi {
  const api = useContext(OfficeApiContext)
  if (!api) throw new Error('useOfficeApi needs an OfficeApiProvider around it')
  return api
}
