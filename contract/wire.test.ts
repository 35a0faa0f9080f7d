import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { contract } from './contract.ts'
import {
  both,
  type CallTable,
  type Codec,
  count,
  date,
  dayFirstDate,
  email,
  encodedOnce,
  flag,
  id,
  idList,
  ifPresent,
  imageList,
  isCall,
  jsonOf,
  line,
  nullable,
  oneOf,
  optional,
  page,
  pence,
  record,
  shortTime,
  time,
} from './wire.ts'

const codecs = {
  id,
  count,
  date,
  dayFirstDate,
  email,
  flag,
  idList,
  imageList,
  line,
  oneOf: oneOf({ one: 1, two: 2 }),
  pence,
  time,
  shortTime,
  optional: optional(id),
  record: record({ ours: ['theirs', id] }),
}

describe.each(Object.entries<Codec<unknown>>(codecs))('%s', (_name, form) => {
  test('a codec accepts or refuses any JSON and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), wire => {
        try {
          form.decode(wire, 'field')
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
      }),
    )
    const hostile = [
      { toString: 1, valueOf: 2 },
      [{ toString: null }],
      { length: 1 },
      JSON.parse('{"__proto__":1}'),
    ]
    for (const wire of hostile) {
      try {
        form.decode(wire, 'field')
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }
  })

  test('a codec reads what it wrote', () => {
    const readable = fc.oneof(
      fc.jsonValue(),
      fc.nat(),
      fc.date({ min: new Date('1890-01-01'), max: new Date('2210-01-01'), noInvalidDate: true }).map(dayOf),
      clockTime,
    )
    fc.assert(
      fc.property(readable, wire => {
        const ours = decoded(form, wire)
        if (ours === nothingRead) return
        expect(form.decode(form.encode(ours), 'field')).toEqual(ours)
      }),
    )
  })
})

const nothingRead = Symbol('nothing read')
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const clockTime = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'))

function decoded(form: Codec<unknown>, wire: unknown): unknown {
  try {
    return form.decode(wire, 'field')
  } catch {
    return nothingRead
  }
}

// Proves API-11.
test.each([
  ['1', [1]],
  [1, [1]],
  ['3,1,3', [3, 1]],
  [
    [2, '2', 5],
    [2, 5],
  ],
  ['', []],
  [undefined, []],
])('ids may come as %j', (wire, ours) => {
  expect(idList.decode(wire, 'ids')).toEqual(ours)
})

test.each(['0', '-1', '1,0', '1.5', '9007199254740993', [[1]], 'abc', true])('%j is no list of ids', wire => {
  expect(() => idList.decode(wire, 'ids')).toThrow(Refusal)
})

// Proves CONST-07.
test('a time keeps its first five characters, however many are sent', () => {
  expect(['09:45:00', '09:45', '24:00:00'].map(wire => time.decode(wire, 'time'))).toEqual([
    '09:45',
    '09:45',
    '24:00',
  ])
})

test('a record reads and writes its own fields and no others', () => {
  const form = record({ ours: ['theirs', line] })
  expect(form.decode({ theirs: 'a', account_id: 1, ours: 'b' }, '')).toEqual({ ours: 'a' })
  expect(form.encode({ ours: 'a', theirs: 'b', password: 'c' } as { ours: string })).toEqual({ theirs: 'a' })
})

test('a text in an answer may have any length, at any depth', () => {
  const long = 'a'.repeat(201)
  const form = both(
    record({ line: ['line', line], some: ['some', optional(line)] }),
    record({ none: ['none', nullable(line)], there: ['there', ifPresent(line)], all: ['all', page(line)] }),
  )
  const told = { line: long, some: long, none: long, there: long }
  const wire = { ...told, all: { data: [long] } }
  expect(form.decode(wire, '', true)).toMatchObject({ ...told, all: { items: [long] } })
  expect(() => form.decode({ line: long }, '')).toThrow('The value of line is too long')
})

test('a path answers one call, or chooses between several by a field', () => {
  const calls = (table: CallTable): string[] =>
    Object.values(table).flatMap(entry =>
      isCall(entry) ? [`${entry.path.toLowerCase()} ${entry.variant?.value ?? ''}`] : calls(entry),
    )
  const paths = calls(contract)
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
})

test('encoding an answer again gives the same JSON', () => {
  const form = encodedOnce(record({ ours: ['theirs', line], left: ['out', ifPresent(id)] }))
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.string({ unit: 'binary' }), (value, ours) => {
      const given = { ours, left: undefined }
      for (const _ of [1, 2]) {
        const answer = { value, none: undefined, list: [form.encode(given), value, undefined] }
        expect(jsonOf(answer)).toBe(JSON.stringify(answer))
      }
    }),
  )
})
