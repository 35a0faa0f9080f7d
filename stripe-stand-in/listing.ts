import { ApiRefusal } from './api-refusal.ts'
import { type Parameters, wholeNumber } from './parameters.ts'

/** The newest of a list, which the provider would go on with in pages. */
export function listing<T>(oldestFirst: T[], asked: Parameters, url: string) {
  const limit = wholeNumber(asked, 'limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw new ApiRefusal({ message: 'The limit is from 1 to 100.', param: 'limit' })
  }
  const data = oldestFirst.toReversed().slice(0, limit)
  return { object: 'list', url, data, has_more: oldestFirst.length > limit }
}
