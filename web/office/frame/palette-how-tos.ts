import * as addresses from '#contract/office/addresses.ts'
import type { Role } from '#domain/office/permissions.ts'
import { howTos } from '../help/how-tos.ts'
import { matcherOf, topicsFor } from '../help/search-help.ts'
import { mayOpen } from '../office-page.ts'
import { findOfficePage } from '../pages.ts'

const maxHowTos = 5

/** Finds how something is done, at pages that the role may open, then the topics of the guide about it. */
export function findHowTos(role: Role, asked: string) {
  const matches = matcherOf(asked)
  const isOpen = (address: string) => {
    const page = findOfficePage(address.split('?')[0] ?? '')?.page
    return page !== undefined && mayOpen(role, page)
  }
  const done = howTos
    .filter(({ label, how, words = '', to }) => matches(`${label} ${how} ${words}`) && isOpen(to))
    .toSorted((one, other) => Number(matches(other.label)) - Number(matches(one.label)))
    .map(({ label, how, to }) => ({ label, hint: how, to }))
  const topics = topicsFor(role)
    .filter(({ title }) => matches(title))
    .map(({ id, title }) => ({ label: title, hint: 'Help', to: addresses.helpTopic({ topic: id }) }))
  return [...done.slice(0, maxHowTos), ...topics.slice(0, 2)]
}
