import { createContext, useContext } from 'react'
import type { Envelope } from '#contract/client.ts'
import type { OfficeApi, OfficeSend } from '#contract/office/client.ts'

type Prove = () => Promise<boolean>
let prove: Prove = async () => false

/** What reached us and went wrong, in the server's words: it may be asked again. */
export class OurFault extends Error {}

/** Gives the dialog “Please confirm that it is you” its turn; it answers whether they did. Answers how to take it back. */
export function offerProof(ask: Prove): () => void {
  prove = ask
  return () => {
    prove = async () => false
  }
}

/**
 * Calls the office's own server, with its cookie. A call that wants a proof of person (428) is repeated by itself once
 * that is given: what was typed stays as it is (spec 3 §2.2).
 */
export const sendToOffice: OfficeSend = async (path, body) => {
  const answer = await post(path, body)
  return answer.code === 428 && (await prove()) ? post(path, body) : answer
}

async function post(path: string, body: unknown): Promise<Envelope> {
  const [form, beside] = asForm(body as Record<string, unknown>)
  const response = await fetch(`/api/${path}${beside}`, {
    method: 'POST',
    headers: { 'x-office': '1', ...(form ? {} : { 'content-type': 'application/json' }) },
    body: form ?? JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  const { code, msg } = (answer ?? {}) as Partial<Envelope>
  if (typeof code !== 'number') throw new Error(`${path} answered HTTP ${response.status}`)
  if (response.status >= 500) throw new OurFault(msg)
  return answer as Envelope
}

/** A file travels as a part of a form, and the numbers beside it in the address. */
function asForm({ file, ...others }: Record<string, unknown>): [form: FormData | undefined, beside: string] {
  if (!(file instanceof Blob)) return [undefined, '']
  const form = new FormData()
  form.set('file', file)
  const beside = Object.entries(others).filter(([, value]) => value !== undefined)
  return [form, `?${new URLSearchParams(beside.map(([name, value]) => [name, String(value)]))}`]
}

const OfficeApiContext = createContext<OfficeApi | undefined>(undefined)
export const OfficeApiProvider = OfficeApiContext.Provider

/** `const api = useOfficeApi()`, in an area's queries: `api.venues.list({…})` answers or throws an OfficeRefusal. */
export function useOfficeApi(): OfficeApi {
  const api = useContext(OfficeApiContext)
  if (!api) throw new Error('useOfficeApi needs an OfficeApiProvider around it')
  return api
}
