import { ApiRefusal, noSuch } from './api-refusal.ts'
import { type Parameters, wholeNumber } from './parameters.ts'

type Listed = { id: string; created: number }

const comparisons = [
  ['created', (created: number, bound: number) => created === bound],
  ['created[gt]', (created: number, bound: number) => created > bound],
  ['created[gte]', (created: number, bound: number) => created >= bound],
  ['created[lt]', (created: number, bound: number) => created < bound],
  ['created[lte]', (created: number, bound: number) => created <= bound],
] as const

/** One page of a list, newest first, with the provider's cursors: `limit`, `starting_after`, `ending_before`. */
export function listing<T extends Listed>(oldestFirst: T[], asked: Parameters, url: string) {
  const limit = wholeNumber(asked, 'limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw new ApiRefusal({ message: 'The limit is from 1 to 100.', param: 'limit' })
  }
  const bounds = comparisons.flatMap(([param, holds]) => {
    const bound = wholeNumber(asked, param)
    return bound === undefined ? [] : [(item: T) => holds(item.created, bound)]
  })
  const all = oldestFirst.filter(item => bounds.every(holds => holds(item))).reverse()
  const after = position(all, asked, 'starting_after')
  const before = position(all, asked, 'ending_before')
  const rest = all.slice(after === undefined ? 0 : after + 1, before)
  const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit)
  return { object: 'list', url, data, has_more: rest.length > data.length }
}

function position(all: Listed[], asked: Parameters, param: string): number | undefined {
  const id = asked.get(param)
  if (id === null) return undefined
  const index = all.findIndex(item => item.id === id)
  if (index < 0) throw noSuch('object', id, param)
  return index
}
