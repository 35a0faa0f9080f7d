import { isWithinReach } from '#domain/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import { tidyEmail, tidyLine, tidyNote, tidyPhone, tidyPostcode } from '#domain/tidy-text.ts'

/**
 * A two-way codec between the wire and our names. `decode` is lenient (`1` or `"1"`, missing or empty) and throws a
 * Refusal on invalid input. `encode` is exact: only listed fields leave the server.
 */
export interface Codec<Ours> {
  // Methods, not properties: a codec of one type must be assignable to a codec of any.
  /** `isAnswer`: an answer is not refused for its length, because the length was checked when it was saved. */
  decode(wire: unknown, label: string, isAnswer?: boolean): Ours
  encode(ours: Ours): unknown
}

/**
 * A codec for a JSON object. `fields` has the field codecs by the wire's names; `names` maps our names to the
 * wire's.
 */
export interface RecordCodec<Ours> extends Codec<Ours> {
  fields: Record<string, Codec<unknown>>
  names: Record<string, string>
}

type Fields = Record<string, readonly [wireName: string, form: Codec<unknown>]>
type FieldValue<F> = F extends readonly [string, Codec<infer Value>] ? Value : never
type OptionalKeys<T extends Fields> = {
  [K in keyof T]: undefined extends FieldValue<T[K]> ? K : never
}[keyof T]
type Flat<T> = { [K in keyof T]: T[K] }
type Ours<T extends Fields> = Flat<
  { [K in Exclude<keyof T, OptionalKeys<T>>]: FieldValue<T[K]> } & {
    [K in OptionalKeys<T>]?: FieldValue<T[K]>
  }
>

/** The type that a codec decodes to, in our names. */
export type Value<F> = F extends Codec<infer V> ? V : never

/** Creates a codec from a table of names, `ours: ['wire_name', codec]`. */
export function record<const T extends Fields>(table: T): RecordCodec<Ours<T>> {
  const fields = Object.entries(table)
  return {
    fields: Object.fromEntries(Object.values(table)),
    names: Object.fromEntries(fields.map(([name, [wireName]]) => [name, wireName])),
    decode: (wire, _label, isAnswer) => {
      const source = asObject(wire)
      const ours: Record<string, unknown> = {}
      for (const [name, [wireName, form]] of fields) {
        ours[name] = form.decode(source[wireName], wireName, isAnswer)
      }
      return ours as Ours<T>
    },
    encode: ours => {
      const wire: Record<string, unknown> = {}
      for (const [name, [wireName, form]] of fields) {
        wire[wireName] = form.encode((ours as Record<string, unknown>)[name])
      }
      return wire
    },
  }
}

/** The encodings made by `encodedOnce`, and their JSON once `jsonOf` has written it. */
const writtenOnce = new WeakMap<object, string>()

/** Caches the encoding of an immutable object, and its JSON for `jsonOf`. */
export function encodedOnce<Ours extends object>(form: RecordCodec<Ours>): Codec<Ours> {
  const encoded = new WeakMap<Ours, object>()
  return {
    decode: form.decode,
    encode: ours => {
      const known = encoded.get(ours)
      if (known) return known
      const wire = form.encode(ours) as object
      encoded.set(ours, wire)
      writtenOnce.set(wire, '')
      return wire
    },
  }
}

/**
 * Writes the same JSON as `JSON.stringify`, but reuses cached parts. It takes a fraction of the time for a
 * week of sixty sessions.
 */
export function jsonOf(wire: unknown): string {
  // Joined once: joining at each level would copy a week five times.
  const parts: string[] = []
  writeTo(parts, wire)
  return parts.join('')
}

function writeTo(parts: string[], wire: unknown): void {
  if (typeof wire !== 'object' || wire === null) {
    parts.push(JSON.stringify(wire) ?? 'null')
    return
  }
  const known = writtenOnce.get(wire)
  if (known !== undefined) {
    const written = known || JSON.stringify(wire)
    if (!known) writtenOnce.set(wire, written)
    parts.push(written)
    return
  }
  const isList = Array.isArray(wire)
  let before = isList ? '[' : '{'
  for (const [name, value] of Object.entries(wire)) {
    if (value === undefined && !isList) continue
    parts.push(isList ? before : `${before}${JSON.stringify(name)}:`)
    before = ','
    writeTo(parts, value)
  }
  if (before !== ',') parts.push(before)
  parts.push(isList ? ']' : '}')
}

/** Leaves empty fields out of the request, as the documents' client does. */
export const sparse = <Ours>(form: RecordCodec<Ours>): RecordCodec<Ours> => ({
  ...form,
  encode: ours =>
    Object.fromEntries(Object.entries(form.encode(ours) as object).filter(([, value]) => value !== '')),
})

/** Combines two records into one wire object. */
export function both<A, B>(first: RecordCodec<A>, second: RecordCodec<B>): RecordCodec<Flat<A & B>> {
  return {
    fields: { ...first.fields, ...second.fields },
    names: { ...first.names, ...second.names },
    decode: (wire, label, isAnswer) =>
      ({ ...first.decode(wire, label, isAnswer), ...second.decode(wire, label, isAnswer) }) as Flat<A & B>,
    encode: ours => ({
      ...(first.encode(ours as A) as object),
      ...(second.encode(ours as B) as object),
    }),
  }
}

function asObject(wire: unknown): Record<string, unknown> {
  if (wire === null || wire === undefined || wire === '') return {}
  if (typeof wire !== 'object' || Array.isArray(wire)) throw new Refusal('The request could not be read')
  return wire as Record<string, unknown>
}

/**
 * `anyone` ignores an expired token, `optionally` refuses one, `signedIn` requires a valid one (calls.md §1).
 */
export type Access = 'anyone' | 'optionally' | 'signedIn'

/** One call: its published path, who may make it, its input and its output. */
export interface Call<Input, Output, Who extends Access = Access> {
  path: string
  access: Who
  input: RecordCodec<Input>
  output: Codec<Output>
  /** The field of the body that selects one of several answers of a path. The first is the default. */
  variant?: { field: string; value: string }
  /** A poll that the page repeats without a press: it does not keep the token alive (decision E-33). */
  isPoll?: boolean
}
export type CallTable = { [name: string]: Call<unknown, unknown> | CallTable }
export type CallInput<C> = C extends Call<infer Input, unknown> ? Input : never
export type CallOutput<C> = C extends Call<unknown, infer Output> ? Output : never

export function call<Input, Output, const Who extends Access>(
  path: string,
  access: Who,
  input: RecordCodec<Input>,
  output: Codec<Output>,
): Call<Input, Output, Who> {
  return { path, access, input, output }
}

export const isCall = (entry: unknown): entry is Call<unknown, unknown> =>
  typeof (entry as { path?: unknown }).path === 'string' &&
  typeof (entry as { access?: unknown }).access === 'string'

const isMissing = (wire: unknown) => wire === undefined || wire === null || wire === ''
/** Returns a field's name as customers read it. */
const inWords = (label: string) =>
  label
    .replace('psot_code', 'postcode')
    .replace(/^nanny/, 'pick-up person')
    .replaceAll('_', ' ')
const nonsense = (label: string) => new Refusal(`The value of ${inWords(label)} is not valid`, 0, label)

/** Accepts strings and numbers only: an object may have its own `toString`. */
function plainText(wire: unknown, label: string): string {
  if (typeof wire !== 'string' && typeof wire !== 'number') throw nonsense(label)
  return String(wire)
}

/** Empty input, or `data: null` as output. */
export const nothing: RecordCodec<Record<string, never> | undefined> = {
  fields: {},
  names: {},
  decode: () => undefined,
  encode: ours => (ours ? {} : null),
}

const maxId = Number.MAX_SAFE_INTEGER

function wholeNumber(wire: unknown, label: string): number {
  const number = typeof wire === 'string' && /^-?\d{1,16}$/.test(wire.trim()) ? Number(wire) : wire
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw nonsense(label)
  return number
}

export const id: Codec<number> = {
  decode: (wire, label) => {
    const number = wholeNumber(wire, label)
    if (number < 1 || number > maxId) throw nonsense(label)
    return number
  },
  encode: ours => ours,
}

export const count: Codec<number> = {
  decode: (wire, label) => {
    const number = isMissing(wire) ? 0 : wholeNumber(wire, label)
    if (number < 0) throw nonsense(label)
    return number
  },
  encode: ours => ours,
}

export const integer: Codec<number> = {
  decode: (wire, label) => (isMissing(wire) ? 0 : wholeNumber(wire, label)),
  encode: ours => ours,
}

/** Decodes missing, empty or null as undefined; encodes undefined as an empty string. */
export function optional<T>(form: Codec<T>): Codec<T | undefined> {
  return {
    decode: (wire, label, isAnswer) => (isMissing(wire) ? undefined : form.decode(wire, label, isAnswer)),
    encode: ours => (ours === undefined ? '' : form.encode(ours)),
  }
}

/** Like `optional`, but a missing value is left out of the message (partial updates). */
export function ifPresent<T>(form: Codec<T>): Codec<T | undefined> {
  return {
    decode: (wire, label, isAnswer) =>
      wire === undefined || wire === null ? undefined : form.decode(wire, label, isAnswer),
    encode: ours => (ours === undefined ? undefined : form.encode(ours)),
  }
}

export function nullable<T>(form: Codec<T>): Codec<T | null> {
  return {
    decode: (wire, label, isAnswer) => (isMissing(wire) ? null : form.decode(wire, label, isAnswer)),
    encode: ours => (ours === null ? null : form.encode(ours)),
  }
}

/**
 * Text of at most `longest` characters on its way in, normalised before it is checked. U+0000 and lone
 * surrogates, which PostgreSQL refuses, are refused here.
 */
export function textUpTo(longest: number, tidy: (text: string) => string = tidyLine): Codec<string> {
  return {
    decode: (wire, label, isAnswer) => {
      if (isMissing(wire)) return ''
      const text = typeof wire === 'number' ? String(wire) : wire
      if (typeof text !== 'string' || /[\0\p{Surrogate}]/u.test(text)) throw nonsense(label)
      const tidied = tidy(text)
      if (tidied.length > longest && !isAnswer) {
        throw new Refusal(`The value of ${inWords(label)} is too long`, 0, label)
      }
      return tidied
    },
    encode: ours => ours,
  }
}

export const name = textUpTo(100)
export const line = textUpTo(200)
export const longText = textUpTo(5_000, tidyNote)
export const phone = textUpTo(200, tidyPhone)
export const postcode = textUpTo(200, tidyPostcode)
/** Passwords and tokens: never trimmed. */
export const secret = textUpTo(1_000, text => text)
/** Rich text, which only the business writes. It is sanitised on its way in. */
export const html = textUpTo(1_000_000, text => text)
export const email = textUpTo(254, tidyEmail)

export const flag: Codec<boolean> = {
  decode: (wire, label) => {
    if (isMissing(wire)) return false
    if (wire === true || wire === 1 || wire === '1') return true
    if (wire === false || wire === 0 || wire === '0') return false
    throw nonsense(label)
  },
  encode: ours => (ours ? 1 : 0),
}

export const boolean: Codec<boolean> = { decode: flag.decode, encode: ours => ours }

/**
 * Maps a fixed set of our words to the wire's codes. A missing value means the first; an unknown one is
 * invalid, unless `others` names a word for it.
 */
export function oneOf<const T extends Record<string, string | number>>(
  codes: T,
  others?: keyof T & string,
): Codec<keyof T & string> {
  const words = Object.keys(codes) as (keyof T & string)[]
  return {
    decode: (wire, label) => {
      if (isMissing(wire)) return words[0] as keyof T & string
      const text = plainText(wire, label)
      const word = words.find(candidate => String(codes[candidate]) === text) ?? others
      if (word === undefined) throw nonsense(label)
      return word
    },
    encode: ours => codes[ours],
  }
}

/** Pence here, a decimal string in pounds on the wire. */
export const pence: Codec<number> = {
  decode: (wire, label) => {
    const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(isMissing(wire) ? '0' : plainText(wire, label))
    if (!match) throw nonsense(label)
    return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  },
  encode: ours => `${Math.trunc(ours / 100)}.${String(ours % 100).padStart(2, '0')}`,
}

/**
 * `2020-05-17`, both ways: a day of the years 1 to 9999. The call checks whether somebody can be born then.
 */
export const birthday: Codec<string> = {
  decode: (wire, label) => {
    if (typeof wire !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(wire)) throw nonsense(label)
    const midnight = new Date(`${wire}T00:00:00Z`)
    const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === wire
    // PostgreSQL has no year 0.
    if (!isDay || wire < '0001') throw nonsense(label)
    return wire
  },
  encode: ours => ours,
}

/** `2026-03-29`, both ways. */
export const date: Codec<string> = {
  decode: (wire, label, isAnswer) => {
    const day = birthday.decode(wire, label)
    if (!(isAnswer || isWithinReach(day))) throw nonsense(label)
    return day
  },
  encode: ours => ours,
}

/** `2026-03-29` here, `29-03-2026` on the wire (decision A-07). */
export const dayFirstDate: Codec<string> = {
  decode: (wire, label, isAnswer) =>
    date.decode(plainText(wire, label).split('-').reverse().join('-'), label, isAnswer),
  encode: ours => ours.split('-').reverse().join('-'),
}

/** `10:00` here, `10:00:00` on the wire; 24:00 ends a day. */
export const time: Codec<string> = {
  decode: (wire, label) => {
    if (typeof wire !== 'string' || !/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$|^24:00(:00)?$/.test(wire)) {
      throw nonsense(label)
    }
    return wire.slice(0, 5)
  },
  encode: ours => `${ours}:00`,
}

/** `10:00`, both ways: the form in which half a day is requested (spec 1 §9). */
export const shortTime: Codec<string> = { decode: time.decode, encode: ours => ours }

/** A London wall-clock moment, `2026-03-29 10:00:00`, both ways. */
export const localDateTime: Codec<string> = textUpTo(19)

const maxIds = 50

/**
 * Reads one number, a numeric string, a comma list or a JSON list, and removes duplicates. Writes a comma
 * list.
 */
export const idList: Codec<number[]> = {
  decode: (wire, label) => {
    if (isMissing(wire)) return []
    const parts = Array.isArray(wire)
      ? wire
      : plainText(wire, label)
          .split(',')
          .filter(part => part.trim() !== '')
    const ids = [...new Set(parts.map(part => id.decode(part, label)))]
    if (ids.length > maxIds) throw new Refusal('Please choose fewer items at a time')
    return ids
  },
  encode: ours => ours.join(','),
}

/** A file, sent as a part of a form. Anything else counts as an empty file. */
export const file: Codec<Blob> = {
  decode: wire => (wire instanceof Blob ? wire : new Blob([])),
  encode: ours => ours,
}

export const imageList: Codec<string[]> = {
  decode: (wire, label) => (isMissing(wire) ? [] : plainText(wire, label).split(',')),
  encode: ours => ours.join(','),
}

/** Lines of text, one for each item of another list. */
export const lines: Codec<string[]> = {
  decode: (wire, label) => (isMissing(wire) ? [] : plainText(wire, label).split('\n')),
  encode: ours => ours.join('\n'),
}

export function list<T>(form: Codec<T>): Codec<T[]> {
  return {
    decode: (wire, label, isAnswer) => {
      if (!Array.isArray(wire)) throw nonsense(label)
      return wire.map(item => form.decode(item, label, isAnswer))
    },
    encode: ours => ours.map(item => form.encode(item)),
  }
}

/** A list of at most `most` items in a request, so that no request can ask for unlimited work. */
export function listUpTo<T>(most: number, form: Codec<T>): Codec<T[]> {
  const { decode, encode } = list(form)
  return {
    decode: (wire, label, isAnswer) => {
      if (Array.isArray(wire) && wire.length > most) throw new Refusal('Please choose fewer items at a time')
      return decode(wire, label, isAnswer)
    },
    encode,
  }
}

/** One page of a longer list. `perPage` is the size that was applied. */
export interface Page<T> {
  items: T[]
  total: number
  perPage: number
  page: number
  lastPage: number
}

export function page<T>(form: Codec<T>): Codec<Page<T>> {
  const pageOf: Codec<Page<T>> = record({
    items: ['data', list(form)],
    total: ['total', count],
    perPage: ['per_page', count],
    page: ['current_page', count],
    lastPage: ['last_page', count],
  })
  return pageOf
}

/** `page` and the optional `limit` of decision A-28. */
export const pageQuery = sparse(
  record({
    page: ['page', optional(id)],
    limit: ['limit', optional(id)],
  }),
)
