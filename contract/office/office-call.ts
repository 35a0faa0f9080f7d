import { isWithinReach } from '#domain/calendar.ts'
import type { Permission } from '#domain/office/permissions.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  boolean,
  type Call,
  type Codec,
  count,
  date,
  email,
  html,
  id,
  ifPresent,
  integer,
  line,
  list as listOfAny,
  longText,
  name,
  nullable,
  phone,
  postcode,
  type RecordCodec,
  record,
  secret,
  shortTime,
  textUpTo,
  type Value,
} from '../wire.ts'

export type { RecordCodec, Value } from '../wire.ts'
/**
 * The office's calls use our own names: pence as integers, days `2026-03-29`, times `10:00`, instants in ISO. Names and
 * values are the same on the wire, so the page needs no codec. Codecs are the allow-list in both directions.
 */
export {
  boolean,
  type Codec,
  count,
  date,
  email,
  html,
  id,
  ifPresent,
  integer,
  line,
  longText,
  name,
  nullable,
  phone,
  postcode,
  secret,
  shortTime as time,
  textUpTo,
}

type Codecs = Record<string, Codec<unknown>>
type ValueOf<F> = F extends Codec<infer V> ? V : never
type Optional<T extends Codecs> = { [K in keyof T]: undefined extends ValueOf<T[K]> ? K : never }[keyof T]
type Ours<T extends Codecs> = { [K in Exclude<keyof T, Optional<T>>]: ValueOf<T[K]> } & {
  [K in Optional<T>]?: ValueOf<T[K]>
} extends infer O
  ? { [K in keyof O]: O[K] }
  : never

/** A record with the same names on both sides. An unknown field is refused (spec 3 §5). */
export function plain<const T extends Codecs>(fields: T): RecordCodec<Ours<T>> {
  const codec = record(
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, [key, field] as const])),
  )
  return {
    ...codec,
    decode: (wire, label, isAnswer) => {
      const isRecord = typeof wire === 'object' && wire !== null && !Array.isArray(wire)
      if (!isRecord || Object.keys(wire).some(key => !Object.hasOwn(fields, key))) {
        throw new Refusal('The request could not be read')
      }
      return codec.decode(wire, label, isAnswer)
    },
  } as RecordCodec<Ours<T>>
}

/** The maximum number of items of a list in a request, unless the list sets fewer. */
const maxItems = 1_000

/** A list of at most `most` items in a request, so that no request can ask for unlimited work. */
export function list<T>(codec: Codec<T>, most = maxItems): Codec<T[]> {
  const { decode, encode } = listOfAny(codec)
  return {
    decode: (wire, label) => {
      if (Array.isArray(wire) && wire.length > most) throw new Refusal('Please choose fewer items at a time')
      return decode(wire, label)
    },
    encode,
  }
}

/** One of a fixed set of words. */
export const choice = <const Word extends string>(words: readonly Word[]): Codec<Word> => ({
  decode: (wire, label) => {
    const word = words.find(one => one === wire)
    if (word === undefined) throw new Refusal(`The value of ${label} is not valid`)
    return word
  },
  encode: ours => ours,
})

/** An instant, `2026-03-29T09:00:00.000Z`. */
export const instant: Codec<string> = {
  decode: (wire, label) => {
    const moment = typeof wire === 'string' && /^\d{4}-\d\d-\d\dT/.test(wire) ? new Date(wire) : undefined
    const isMoment =
      moment && !Number.isNaN(moment.getTime()) && isWithinReach(moment.toISOString().slice(0, 10))
    if (!isMoment) throw new Refusal(`The value of ${label} is not valid`)
    return moment.toISOString()
  },
  encode: ours => ours,
}

/** A UUID that identifies one submission of a form, so that a repeated click counts once (spec 3 §2). */
export const uuid: Codec<string> = {
  decode: (wire, label) => {
    const isUuid = typeof wire === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wire)
    if (!isUuid) throw new Refusal(`The value of ${label} is not valid`)
    return wire.toLowerCase()
  },
  encode: ours => ours,
}

/** Up to 500 ids, each once, as a list. */
export const ids: Codec<number[]> = {
  decode: (wire, label) => {
    if (!Array.isArray(wire)) throw new Refusal(`The value of ${label} is not valid`)
    if (wire.length > 500) throw new Refusal('Please choose fewer items at a time')
    return [...new Set(wire.map(one => id.decode(one, label)))]
  },
  encode: ours => ours,
}

/** `#c23f1b`. */
export const colour: Codec<string> = {
  decode: (wire, label) => {
    if (typeof wire !== 'string' || !/^#[0-9a-f]{6}$/i.test(wire))
      throw new Refusal(`The value of ${label} is not valid`)
    return wire.toLowerCase()
  },
  encode: ours => ours,
}

/** A file, sent as a part of a form after the other fields. */
export const upload: Codec<Blob> = {
  decode: wire => (wire instanceof Blob ? wire : new Blob([])),
  encode: ours => ours,
}

/** Any JSON, stored unchanged, such as a set of filters. */
export const json: Codec<unknown> = { decode: wire => wire ?? null, encode: ours => ours }

/** The input of a list page (spec 3 §2): `after` is the `next` of the previous page. */
export const pageOfList = { after: ifPresent(textUpTo(200)), limit: ifPresent(count) }
export const maxPageSize = 200

/** The limit of a count. A count of this many means "at least". */
export const maxCounted = 10_000
/** The column by which a list is sorted; `-name` reverses it. */
export const sortedBy = <const Name extends string>(...names: Name[]) =>
  ifPresent(choice(names.flatMap(name => [name, `-${name}`] as const)))

export interface OfficeList<T> {
  items: T[]
  next: string | null
  /** At most 10,000 are counted. */
  total: number
}
export const officeList = <T>(codec: Codec<T>): RecordCodec<OfficeList<T>> =>
  plain({ items: list(codec), next: nullable(textUpTo(200)), total: count }) as RecordCodec<OfficeList<T>>

/** One call of the office: a call with its permission, and whether it changes anything. */
export interface OfficeCall<Input, Output, Kind extends 'read' | 'write' = 'read' | 'write'>
  extends Call<Input, Output, 'signedIn'> {
  kind: Kind
  /** `everybody`: any member of staff; `anyone`: no sign-in needed. */
  permission: Permission | 'everybody' | 'anyone'
  /** The caller must have re-authenticated within ten minutes (✱ in the specification). */
  needsReauthentication: boolean
  /** Whether it also answers for 24 hours after the session was ended, for marks that were made before. */
  takesEnded?: boolean
  /** How old the re-authentication may be, if not ten minutes. */
  reauthenticationMinutes?: number | undefined
}

interface Options {
  needsReauthentication?: boolean
  reauthenticationMinutes?: number
  takesEnded?: boolean
  /** A page polls it while it is visible. */
  isPoll?: boolean
}

/** A call that changes nothing. `place` is its path, such as `Venues/list`. */
export const read = <const T extends Codecs, Output>(
  place: string,
  permission: OfficeCall<never, never>['permission'],
  fields: T,
  output: Codec<Output>,
  { needsReauthentication = false, reauthenticationMinutes, isPoll = false }: Options = {},
): OfficeCall<Ours<T>, Output, 'read'> => ({
  path: `Office/${place}`,
  access: 'signedIn',
  kind: 'read',
  permission,
  needsReauthentication,
  reauthenticationMinutes,
  isPoll,
  input: plain(fields),
  output,
})

/**
 * A call that changes something. `requestId` identifies the submission; a repeated one gets the first answer
 * again.
 */
export const write = <const T extends Codecs, Output>(
  place: string,
  permission: OfficeCall<never, never>['permission'],
  fields: T,
  output: Codec<Output>,
  { needsReauthentication = false, takesEnded = false }: Options = {},
): OfficeCall<Ours<T & { requestId: Codec<string | undefined> }>, Output, 'write'> => ({
  path: `Office/${place}`,
  access: 'signedIn',
  kind: 'write',
  permission,
  needsReauthentication,
  takesEnded,
  input: plain({ ...fields, requestId: ifPresent(uuid) }) as unknown as RecordCodec<
    Ours<T & { requestId: Codec<string | undefined> }>
  >,
  output,
})

/** A table as a file for a spreadsheet. */
export const textFile = plain({ fileName: line, text: textUpTo(50_000_000) })
export type TextFile = Value<typeof textFile>

/** A list's rows as a file, filtered but not paged. Each export is logged. */
export const exported = <const T extends Codecs>(
  area: string,
  permission: OfficeCall<never, never>['permission'],
  filters: T,
  options?: Options,
): OfficeCall<Ours<T>, TextFile, 'read'> => read(`${area}/export`, permission, filters, textFile, options)
/** A file about people needs a recent re-authentication (decision O-07). */
export const ofPeople = { needsReauthentication: true }

/** The version that was read. A save with an older version is refused with 409. New entries have none. */
export const version = ifPresent(id)

/** The answer of a save. */
export const saved = plain({ id, version: id })

/** An empty answer. */
export const done = plain({})
