import * as addresses from '#contract/office/addresses.ts'
import { may, type Role } from '#domain/office/permissions.ts'
import { guide } from './guide/guide.ts'
import type { GuidePart, GuideTopic } from './guide/guide-topic.ts'

/** Words that a search ignores. */
const fillers = new Set('a an the to of for how do does can i my we in on is it and or with'.split(' '))

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns a function that tells whether a text has a word beginning with each of the searched words. */
export function matcherOf(asked: string): (text: string) => boolean {
  const all = wordsOf(asked)
  const telling = all.filter(word => !fillers.has(word))
  const wanted = telling.length > 0 ? telling : all
  return text => {
    const present = wordsOf(text)
    return wanted.every(word => present.some(one => one.startsWith(word)))
  }
}

/** Returns the topics for a role. */
export const topicsFor = (role: Role): GuideTopic[] => guide.filter(({ permission }) => may(role, permission))

const textOf = ({ title, words = [], steps = [], notes = [] }: GuidePart) =>
  [title, ...words, ...steps, ...notes].join(' ').replace(/\]\([^)]*\)/g, ']')

export interface FoundTopic {
  topic: GuideTopic
  /** The parts that have the words, by their place in the topic. */
  parts: { title: string; at: number }[]
}

/** Finds the topics with all the words, in their title or in one part, those with the words in the title first. */
export function searchGuide(role: Role, asked: string): FoundTopic[] {
  const matches = matcherOf(asked)
  return topicsFor(role)
    .map(topic => {
      const partsWith = (holds: (part: GuidePart) => boolean) =>
        topic.parts.flatMap((part, at) => (holds(part) ? [{ title: part.title, at }] : []))
      const own = partsWith(part => matches(textOf(part)))
      return {
        topic,
        isTitled: matches(`${topic.title} ${topic.about}`),
        parts: own.length > 0 ? own : partsWith(part => matches(`${topic.title} ${textOf(part)}`)),
      }
    })
    .filter(({ isTitled, parts }) => isTitled || parts.length > 0)
    .toSorted((one, other) => Number(other.isTitled) - Number(one.isTitled))
}

/** Returns the address of a part of a topic. */
export const partAddress = ({ id }: GuideTopic, at: number): string =>
  `${addresses.helpTopic({ topic: id })}?part=${at + 1}`
