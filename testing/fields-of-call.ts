import { type Call, type CallTable, type Form, isCall } from '#contract/wire.ts'
import { Refusal } from '#domain/refusal.ts'

/** Every call of a table of calls, however deep. */
export function callsIn(table: CallTable): Call<unknown, unknown>[] {
  return Object.values(table).flatMap(entry => (isCall(entry) ? [entry] : callsIn(entry)))
}

const idLikeName = /(^|_)(id|ids|sn|avatar)$/

/** The wire fields of a call that name a thing: by their name, or because they take 1 and refuse 0. */
export function idLikeFields({ input }: Pick<Call<unknown, unknown>, 'input'>): string[] {
  return Object.entries(input.fields)
    .filter(([field, form]) => idLikeName.test(field) || (takes(form, '1') && !takes(form, '0')))
    .map(([field]) => field)
}

/** Whether a form reads a value, or refuses it. */
export function takes(form: Form<unknown>, value: unknown): boolean {
  try {
    form.decode(value, '')
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
