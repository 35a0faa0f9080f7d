import { ApiRefusal } from './api-refusal.ts'
import { type Parameters, wholeNumber } from './parameters.ts'

/** Returns the first page of a list, newest first. `newest(limit)` returns at most `limit` entries. */
export function listing<T>(newest: (limit: number) => T[], asked: Parameters, url: string) {
  const limit = wholeNumber(asked, 'limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw new ApiRefusal({ message: 'The limit is from 1 to 100.', param: 'limit' })
  }
  const found = newest(limit + 1)
  return { object: 'list', url, data: found.slice(0, limit), has_more: found.length > limit }
}
