import { type Call, type CallTable, type Codec, isCall } from '#contract/wire.ts'
import { Refusal } from '#domain/refusal.ts'

/** Returns every call in a table of calls, at any depth. */
export function callsIn(table: CallTable): Call<unknown, unknown>[] {
  return Object.values(table).flatMap(entry => (isCall(entry) ? [entry] : callsIn(entry)))
}

const idLikeName = /(^|_)(id|ids|sn|avatar)$/

/** Returns the fields that hold an id: those whose name says so, and those that accept 1 but refuse 0. */
export function idLikeFields({ input }: Pick<Call<unknown, unknown>, 'input'>): string[] {
  return Object.entries(input.fields)
    .filter(([field, codec]) => idLikeName.test(field) || (takes(codec, '1') && !takes(codec, '0')))
    .map(([field]) => field)
}

/** Whether a codec accepts a value. */
export function takes(codec: Codec<unknown>, value: unknown): boolean {
  try {
    codec.decode(value, '')
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
