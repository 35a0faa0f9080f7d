import { createContext, useContext } from 'react'
import type { Contract } from '#contract/contract.ts'
import type { Call, CallInput, CallOutput } from '#contract/wire.ts'

export interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** Carries one call: the published path and the body as the wire wants it. */
export type Send = (path: string, body: unknown) => Promise<Envelope>

/** Whose call it is, is settled when it begins: a log-out still carries the token that it is about to forget. */
type BeginCall = () => Send

type Client<Table> = {
  [Name in keyof Table]: Table[Name] extends Call<unknown, unknown>
    ? undefined extends CallInput<Table[Name]>
      ? (input?: CallInput<Table[Name]>) => Promise<CallOutput<Table[Name]>>
      : (input: CallInput<Table[Name]>) => Promise<CallOutput<Table[Name]>>
    : Client<Table[Name]>
}
export type Api = Client<Contract>

/**
 * The typed client: `api.orders.class.preview({…})` answers in our names or throws a Refusal. The contract's codecs
 * come with the first call: a visitor's page is painted from what the server put into it.
 */
export function makeApi(beginCall: BeginCall): Api {
  return clientAt([], beginCall) as unknown as Api
}

function clientAt(place: string[], beginCall: BeginCall): object {
  return new Proxy(() => undefined, {
    // Asked for `then`, whoever awaits the client would take it for a promise.
    get: (_target, name) => (name === 'then' ? undefined : clientAt([...place, String(name)], beginCall)),
    apply: async (_target, _this, [input]) => {
      const send = beginCall()
      const { callContract } = await import('./call-contract.ts')
      return callContract(place, input, send)
    },
  })
}

const hasEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && typeof (body as Envelope).code === 'number'

/** Calls over HTTP. Of the HTTP failures only a 401 is a refusal; the others are logged, not shown (decision B-16). */
export function sendOverHttp(apiBase: string, readToken: () => string | undefined): BeginCall {
  return () => {
    const token = readToken() ?? ''
    return sendWith(apiBase, token, () => (readToken() ?? '') === token)
  }
}

function sendWith(apiBase: string, token: string, isPresent: () => boolean): Send {
  return async (path, body) => {
    const form = asForm(body)
    const response = await fetch(`${apiBase}${path}`, {
      method: 'POST',
      headers: {
        // A form's type carries the boundary, which only the browser knows.
        ...(form ? {} : { 'Content-Type': 'application/json' }),
        'Accept-Language': 'en',
        token,
      },
      body: form ?? JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    // A late 401 to the token of before says nothing of whoever has logged in since.
    const isOver = hasEnvelope(answer) && answer.code === 401 && !isPresent()
    if (hasEnvelope(answer) && !isOver && (response.ok || answer.code === 401)) return answer
    throw new Error(`${path} answered HTTP ${response.status}`)
  }
}

/** A file travels as a part of a form (calls.md §1); everything else as JSON. */
function asForm(body: unknown): FormData | undefined {
  const { file } = body as { file?: unknown }
  if (!(file instanceof Blob)) return undefined
  const form = new FormData()
  form.set('file', file)
  return form
}

const ApiContext = createContext<Api | undefined>(undefined)
export const ApiProvider = ApiContext.Provider

/** The client of this page: over HTTP in a browser, in process on the server. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider around it')
  return api
}
