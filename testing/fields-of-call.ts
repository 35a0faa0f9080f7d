import { type Call, type CallTable, isCall } from '#contract/wire.ts'
import { Refusal } from '#domain/refusal.ts'

/** Every call of a table of calls, however deep. */
export function callsIn(table: CallTable): Call<unknown, unknown>[] {
  return Object.values(table).flatMap(entry => (isCall(entry) ? [entry] : callsIn(entry)))
}

type AnyCall = Pick<Call<unknown, unknown>, 'path' | 'input'>

const plausible = ['1', '2026-12-01', '10:00', 'someone@example.test', 'a word']

/**
 * The wire fields that a call reads, with a body that it can decode: found by letting it decode bodies that watch
 * what is read of them, and mending the field that each refusal names.
 */
export function readFields({ path, input }: AnyCall): { fields: string[]; body: Record<string, unknown> } {
  const fields = new Set<string>()
  const body: Record<string, unknown> = {}
  const watched = new Proxy(body, {
    get: (target, key) => {
      if (typeof key === 'string') fields.add(key)
      return Reflect.get(target, key)
    },
  })
  const next = new Map<string, number>()
  for (;;) {
    const refused = refusedField(() => input.decode(watched, ''))
    if (refused === undefined) return { fields: [...fields], body }
    const nth = next.get(refused) ?? 0
    if (nth === plausible.length) throw new Error(`${path} takes none of our values as ${refused}`)
    body[refused] = plausible[nth]
    next.set(refused, nth + 1)
  }
}

const idLikeName = /(^|_)(id|ids|sn|avatar)$/

/** Fields that name a thing: by their name, or because they take 1, alone or in a list, and refuse 0. */
export function idLikeFields(call: AnyCall): string[] {
  const { fields, body } = readFields(call)
  const takes = (field: string, value: unknown) =>
    refusedField(() => call.input.decode({ ...body, [field]: value }, '')) === undefined
  return fields.filter(field => idLikeName.test(field) || (takes(field, '1') && !takes(field, '0')))
}

/** Which field a decoding refused, by its sentence; undefined when it refused none. */
function refusedField(decode: () => unknown): string | undefined {
  try {
    decode()
    return undefined
  } catch (error) {
    const field = error instanceof Refusal && /^The value of (\S+) /.exec(error.message)?.[1]
    if (!field) throw error
    return field
  }
}
