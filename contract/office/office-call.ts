import { isWithinReach } from '#domain/calendar.ts'
import type { Permission } from '#domain/office/permissions.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  type Call,
  count,
  date,
  email,
  type Form,
  html,
  id,
  ifPresent,
  integer,
  line,
  list as listOfAny,
  longText,
  name,
  nullable,
  type RecordForm,
  secret,
  shortTime,
  textUpTo,
  truth,
  type Value,
} from '../wire.ts'

export type { RecordForm, Value } from '../wire.ts'
/**
 * The office's calls speak our own names: pence as integers, days `2026-03-29`, times `10:00`, instants in ISO. What
 * lies on the wire is what the code has, so that the page needs no codec; the forms are the allow-list of both ways.
 */
export {
  count,
  date,
  email,
  type Form,
  html,
  id,
  ifPresent,
  integer,
  line,
  longText,
  name,
  nullable,
  secret,
  shortTime as time,
  textUpTo,
  truth,
}

type Forms = Record<string, Form<unknown>>
type ValueOf<F> = F extends Form<infer V> ? V : never
type Optional<T extends Forms> = { [K in keyof T]: undefined extends ValueOf<T[K]> ? K : never }[keyof T]
type Ours<T extends Forms> = { [K in Exclude<keyof T, Optional<T>>]: ValueOf<T[K]> } & {
  [K in Optional<T>]?: ValueOf<T[K]>
} extends infer O
  ? { [K in keyof O]: O[K] }
  : never

const unreadable = () => new Refusal('The request could not be read')

/** A record with the same names on both sides; a field that it does not know is refused (spec 3 §5). */
export function plain<const T extends Forms>(fields: T): RecordForm<Ours<T>> {
  const entries = Object.entries(fields)
  return {
    fields,
    names: Object.fromEntries(entries.map(([key]) => [key, key])),
    decode: wire => {
      if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) throw unreadable()
      const source = wire as Record<string, unknown>
      if (Object.keys(source).some(key => !Object.hasOwn(fields, key))) throw unreadable()
      return Object.fromEntries(entries.map(([key, form]) => [key, form.decode(source[key], key)])) as Ours<T>
    },
    encode: ours =>
      Object.fromEntries(
        entries.map(([key, form]) => [key, form.encode((ours as Record<string, unknown>)[key])]),
      ),
  }
}

/** Of a list in a request; those that allow fewer say so themselves. */
const maxItems = 1_000

/** A list; a request has at most `most` items of it, so that no request can ask for more work than that. */
export function list<T>(form: Form<T>, most = maxItems): Form<T[]> {
  const { decode, encode } = listOfAny(form)
  return {
    decode: (wire, label) => {
      if (Array.isArray(wire) && wire.length > most) throw new Refusal('Please choose fewer items at a time')
      return decode(wire, label)
    },
    encode,
  }
}

/** One of a fixed set of words. */
export const choice = <const Word extends string>(words: readonly Word[]): Form<Word> => ({
  decode: (wire, label) => {
    const word = words.find(one => one === wire)
    if (word === undefined) throw new Refusal(`The value of ${label} is not valid`)
    return word
  },
  encode: ours => ours,
})

/** A moment, `2026-03-29T09:00:00.000Z`. */
export const instant: Form<string> = {
  decode: (wire, label) => {
    const moment = typeof wire === 'string' && /^\d{4}-\d\d-\d\dT/.test(wire) ? new Date(wire) : undefined
    const isMoment =
      moment && !Number.isNaN(moment.getTime()) && isWithinReach(moment.toISOString().slice(0, 10))
    if (!isMoment) throw new Refusal(`The value of ${label} is not valid`)
    return moment.toISOString()
  },
  encode: ours => ours,
}

/** A UUID: names the opening of a form, so that two presses are one (spec 3 §2). */
export const uuid: Form<string> = {
  decode: (wire, label) => {
    const isUuid = typeof wire === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wire)
    if (!isUuid) throw new Refusal(`The value of ${label} is not valid`)
    return wire.toLowerCase()
  },
  encode: ours => ours,
}

/** Up to 500 ids, each once, as a list. */
export const ids: Form<number[]> = {
  decode: (wire, label) => {
    if (!Array.isArray(wire)) throw new Refusal(`The value of ${label} is not valid`)
    if (wire.length > 500) throw new Refusal('Please choose fewer items at a time')
    return [...new Set(wire.map(one => id.decode(one, label)))]
  },
  encode: ours => ours,
}

/** `#c23f1b`. */
export const colour: Form<string> = {
  decode: (wire, label) => {
    if (typeof wire !== 'string' || !/^#[0-9a-f]{6}$/i.test(wire))
      throw new Refusal(`The value of ${label} is not valid`)
    return wire.toLowerCase()
  },
  encode: ours => ours,
}

/** A file, which travels as a part of a form; the other fields stand before it. */
export const upload: Form<Blob> = {
  decode: wire => (wire instanceof Blob ? wire : new Blob([])),
  encode: ours => ours,
}

/** Whatever JSON can say, for what is kept as it is (a set of filters, a page's own state). */
export const json: Form<unknown> = { decode: wire => wire ?? null, encode: ours => ours }

/** A list page (spec 3 §2): `after` is the `next` of the page before. */
export const pageOfList = { after: ifPresent(textUpTo(200)), limit: ifPresent(count) }
export const mostOnAPage = 200

/** A list is counted no further: so many found are so many or more. */
export const mostCounted = 10_000
/** By which of its columns a list is sorted, `-name` the other way round. */
export const sortedBy = <const Name extends string>(...names: Name[]) =>
  ifPresent(choice(names.flatMap(name => [name, `-${name}`] as const)))

export interface OfficeList<T> {
  items: T[]
  next: string | null
  /** At most 10,000 are counted. */
  total: number
}
export const officeList = <T>(form: Form<T>): RecordForm<OfficeList<T>> =>
  plain({ items: list(form), next: nullable(textUpTo(200)), total: count }) as RecordForm<OfficeList<T>>

/** One call of the office: beside a call's parts, what one must be allowed, and whether it changes anything. */
export interface OfficeCall<Input, Output, Kind extends 'read' | 'write' = 'read' | 'write'>
  extends Call<Input, Output, 'signedIn'> {
  kind: Kind
  /** `everybody`: any member of staff; `anyone`: nobody needs to be signed in. */
  permission: Permission | 'everybody' | 'anyone'
  /** Whoever calls must have proved within ten minutes who they are (marked ✱ in the specification). */
  needsProof: boolean
  /** How old that proof may be, where ten minutes are too few. */
  proofMinutes?: number | undefined
}

interface Options {
  needsProof?: boolean
  proofMinutes?: number
  /** A page asks it again by itself, as long as it is in sight. */
  isPoll?: boolean
}

/** A call that changes nothing. `place` is `Venues/list`. */
export const read = <const T extends Forms, Output>(
  place: string,
  permission: OfficeCall<never, never>['permission'],
  fields: T,
  output: Form<Output>,
  { needsProof = false, proofMinutes, isPoll = false }: Options = {},
): OfficeCall<Ours<T>, Output, 'read'> => ({
  path: `Office/${place}`,
  access: 'signedIn',
  kind: 'read',
  permission,
  needsProof,
  proofMinutes,
  isPoll,
  input: plain(fields),
  output,
})

/** A call that changes something. A page names the press by `requestId`; repeated, it is given the first answer again. */
export const write = <const T extends Forms, Output>(
  place: string,
  permission: OfficeCall<never, never>['permission'],
  fields: T,
  output: Form<Output>,
  { needsProof = false }: Options = {},
): OfficeCall<Ours<T & { requestId: Form<string | undefined> }>, Output, 'write'> => ({
  path: `Office/${place}`,
  access: 'signedIn',
  kind: 'write',
  permission,
  needsProof,
  input: plain({ ...fields, requestId: ifPresent(uuid) }) as unknown as RecordForm<
    Ours<T & { requestId: Form<string | undefined> }>
  >,
  output,
})

/** A table as a file that a table program opens. */
export const textFile = plain({ fileName: line, text: textUpTo(50_000_000) })
export type TextFile = Value<typeof textFile>

/** A list's rows as a file, all that the filters let through; a row of the log goes with it. */
export const exported = <const T extends Forms>(
  area: string,
  permission: OfficeCall<never, never>['permission'],
  filters: T,
  options?: Options,
): OfficeCall<Ours<T>, TextFile, 'read'> => read(`${area}/export`, permission, filters, textFile, options)
/** Of people: who makes it has just proved that it is them (decision O-07). */
export const ofPeople = { needsProof: true }

/** The version that was read; a save with an older one than there is, is refused with 409. New things bring none. */
export const version = ifPresent(id)

/** What a saved thing answers. */
export const saved = plain({ id, version: id })

/** Nothing to say. */
export const done = plain({})
