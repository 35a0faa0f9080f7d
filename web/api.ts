import { createContext, useContext } from 'react'
import { contract } from '#contract/contract.ts'
import { type Call, type CallInput, type CallOutput, type CallTable, isCall } from '#contract/wire.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'

export interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** Carries one call: the published path and the body as the wire wants it. */
export type Send = (path: string, body: unknown) => Promise<Envelope>

type Client<Table> = {
  [Name in keyof Table]: Table[Name] extends Call<unknown, unknown>
    ? undefined extends CallInput<Table[Name]>
      ? (input?: CallInput<Table[Name]>) => Promise<CallOutput<Table[Name]>>
      : (input: CallInput<Table[Name]>) => Promise<CallOutput<Table[Name]>>
    : Client<Table[Name]>
}
export type Api = Client<typeof contract>

/** The typed client: `api.bookings.class.preview({…})` answers in our names or throws a Refusal. */
export function makeApi(send: Send): Api {
  return clientOf(contract, send) as Api
}

function clientOf(table: CallTable, send: Send): Record<string, unknown> {
  const client: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(table)) {
    client[name] = isCall(entry) ? (input: unknown) => makeCall(entry, input, send) : clientOf(entry, send)
  }
  return client
}

async function makeCall(call: Call<unknown, unknown>, input: unknown, send: Send): Promise<unknown> {
  const body = (call.input.encode(input) ?? {}) as object
  const { variant } = call
  const answer = await send(call.path, variant ? { ...body, [variant.field]: variant.value } : body)
  if (answer.code === 1) return call.output.decode(answer.data, call.path) ?? null
  throw new Refusal(answer.msg, refusalCode(answer.code))
}

const refusalCode = (code: number): RefusalCode => (code === 66 || code === 401 ? code : 0)

const hasEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && typeof (body as Envelope).code === 'number'

/** Calls over HTTP. Of the HTTP failures only a 401 is a refusal; the others are logged, not shown (decision B-16). */
export function sendOverHttp(apiBase: string, readToken: () => string | undefined): Send {
  return async (path, body) => {
    const response = await fetch(`${apiBase}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': 'en',
        token: readToken() ?? '',
      },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (hasEnvelope(answer) && (response.ok || answer.code === 401)) return answer
    throw new Error(`${path} answered HTTP ${response.status}`)
  }
}

const ApiContext = createContext<Api | undefined>(undefined)
export const ApiProvider = ApiContext.Provider

/** The client of this page: over HTTP in a browser, in process on the server. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider around it')
  return api
}
