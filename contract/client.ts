import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import type { Contract, callAt as find } from './contract.ts'
import type { Call, CallInput, CallOutput } from './wire.ts'

/** What every call answers (calls.md §1). */
export interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** The header of what is refused that names the field of the request which it is about, where it is about one (record 089). */
export const refusedFieldHeader = 'refused-field'

/** Carries one call: the published path and the body as the wire wants it. */
export type Send = (path: string, body: unknown) => Promise<Envelope & { field?: string | undefined }>

/** Whose call it is, is settled when it begins: a log-out still carries the token that it is about to forget. */
export type BeginCall = () => Send

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

/** Known from the first call on. */
let callAt: typeof find | undefined

function clientAt(place: string[], beginCall: BeginCall): object {
  return new Proxy(() => undefined, {
    // Asked for `then`, whoever awaits the client would take it for a promise.
    get: (_target, name) => (name === 'then' ? undefined : clientAt([...place, String(name)], beginCall)),
    apply: async (_target, _this, [input]) => {
      const send = beginCall()
      callAt ??= (await import('./contract.ts')).callAt
      return makeCall(callAt(place), input, send)
    },
  })
}

/** A code other than 1 is a Refusal. */
async function makeCall(
  { path, input: form, output, variant }: Call<unknown, unknown>,
  input: unknown,
  send: Send,
) {
  const body = (form.encode(input) ?? {}) as object
  const answer = await send(path, variant ? { ...body, [variant.field]: variant.value } : body)
  if (answer.code === 1) return output.decode(answer.data, path, true) ?? null
  const field = Object.keys(form.names).find(name => form.names[name] === answer.field)
  throw new Refusal(answer.msg, answer.code as RefusalCode, field)
}
