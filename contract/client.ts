import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import type { Contract, callAt as find } from './contract.ts'
import { type Client, typedClient } from './typed-client.ts'

/** The answer of every call (calls.md §1). */
export interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** The response header that names the refused field, if the refusal is about one (record 028). */
export const refusedFieldHeader = 'refused-field'

/** Sends one call: the published path and the body in the wire's form. */
export type Send = (path: string, body: unknown) => Promise<Envelope & { field?: string | undefined }>

/** Starts a call and fixes its caller, so that a log-out still sends the token that it is about to delete. */
export type BeginCall = () => Send

export type Api = Client<Contract>

/** Set by the first call. */
let callAt: typeof find | undefined

/**
 * Creates the typed client: `api.orders.class.preview({…})` returns our names or throws a Refusal for any code
 * other than 1. The contract's codecs are loaded with the first call, because rendering a visitor's page needs none.
 */
export const makeApi = (beginCall: BeginCall): Api =>
  typedClient(async (place, input) => {
    const send = beginCall()
    callAt ??= (await import('./contract.ts')).callAt
    const { path, input: form, output, variant } = callAt(place)
    const body = (form.encode(input) ?? {}) as object
    const answer = await send(path, variant ? { ...body, [variant.field]: variant.value } : body)
    if (answer.code === 1) return output.decode(answer.data, path, true) ?? null
    const field = Object.keys(form.names).find(name => form.names[name] === answer.field)
    throw new Refusal(answer.msg, answer.code as RefusalCode, field)
  })
