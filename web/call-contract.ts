import { contract } from '#contract/contract.ts'
import { type CallTable, isCall } from '#contract/wire.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import type { Send } from './api.ts'

/** Makes the call at a place of the contract, `['orders', 'class', 'preview']`; a code other than 1 is a Refusal. */
export async function callContract(place: string[], input: unknown, send: Send): Promise<unknown> {
  let entry: CallTable[string] = contract
  for (const name of place) entry = (entry as CallTable)[name] as CallTable[string]
  if (!isCall(entry)) throw new Error(`The contract has no call ${place.join('.')}`)
  const body = (entry.input.encode(input) ?? {}) as object
  const { variant, path } = entry
  const answer = await send(path, variant ? { ...body, [variant.field]: variant.value } : body)
  if (answer.code === 1) return entry.output.decode(answer.data, path) ?? null
  throw new Refusal(answer.msg, refusalCode(answer.code))
}

const refusalCode = (code: number): RefusalCode => (code === 66 || code === 401 ? code : 0)
