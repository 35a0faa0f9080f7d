import * as addresses from '#contract/office/addresses.ts'
import type { Role } from '#domain/office/permissions.ts'
import { matcherOf, topicsFor } from '../help/search-help.ts'
import { ways } from '../help/ways.ts'
import { mayOpen } from '../office-page.ts'
import { findOfficePage } from '../pages.ts'

const maxWays = 5

/** Finds how something is done, at pages that the role may open, then the topics of the guide about it. */
export function findWays(role: Role, asked: string) {
  const matches = matcherOf(asked)
  const isOpen = (address: string) => {
    const page = findOfficePage(address.split('?')[0] ?? '')?.page
    return page !== undefined && mayOpen(role, page)
  }
  const done = ways
    .filter(({ label, how, words = '', to }) => matches(`${label} ${how} ${words}`) && isOpen(to))
    .toSorted((one, other) => Number(matches(other.label)) - Number(matches(one.label)))
    .map(({ label, how, to }) => ({ label, hint: how, to }))
  const topics = topicsFor(role)
    .filter(({ title }) => matches(title))
    .map(({ id, title }) => ({ label: title, hint: 'Help', to: addresses.helpTopic({ topic: id }) }))
  return [...done.slice(0, maxWays), ...topics.slice(0, 2)]
}
