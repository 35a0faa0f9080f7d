import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { may, type Role, roles } from '#domain/office/permissions.ts'
import { listedForms } from '../catalogue/listed-forms.ts'
import { findHowTos } from '../frame/palette-how-tos.ts'
import { mayOpen } from '../office-page.ts'
import { findOfficePage, officePages } from '../pages.ts'
import { guide } from './guide/guide.ts'
import { answersFor, helpAnswers } from './help-answers.ts'
import { howTos } from './how-tos.ts'
import { searchGuide } from './search-help.ts'

const answers = Object.values(helpAnswers).flat()
const textsOfGuide = guide.flatMap(({ parts }) =>
  parts.flatMap(({ words = [], steps = [], notes = [] }) => [...words, ...steps, ...notes]),
)
const texts = [...textsOfGuide, ...answers.map(({ answer }) => answer)]

const sources = ['web/office', 'web/ui', 'domain', 'contract/office']
  .flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`))
  .filter(path => !path.includes('office/help/') && !path.includes('.test.'))
  .map(path => readFileSync(path, 'utf8').replace(/\s+/g, ' '))
  .concat(Object.values(listedForms).map(({ one }) => `New ${one}`))
  .join('\n')

test('every button and field that the help names is in the office', () => {
  const named = new Set(
    texts.flatMap(text => [...text.matchAll(/\*([^*]+)\*/g)].map(([, label = '']) => label)),
  )
  expect(named.size).toBeGreaterThan(80)
  expect([...named].filter(label => !sources.includes(label))).toEqual([])
})

test('every link of the help leads to a page of the office, and every topic exists', () => {
  const links = [...texts.flatMap(text => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to))]
  const all = [...links, ...howTos.map(({ to }) => to)]
  expect(all.filter(to => !findOfficePage(to.split('?')[0] ?? ''))).toEqual([])
  const ids = guide.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const named = links.flatMap(to => /^\/office\/help\/(.+)$/.exec(to)?.[1] ?? [])
  const topics = [...named, ...answers.flatMap(({ topic }) => topic ?? [])]
  expect(topics.filter(topic => !ids.includes(topic))).toEqual([])
})

test('each page has two or three answers for an owner, and one or more for every role that may open it', () => {
  const pages = officePages.filter(({ permission }) => permission !== 'anyone')
  for (const { path } of pages) expect(answersFor('owner', path).length, path).toBeGreaterThan(1)
  const without = roles.flatMap(role =>
    pages
      .filter(page => mayOpen(role, page) && answersFor(role, page.path).length === 0)
      .map(({ path }) => path),
  )
  expect(without).toEqual([])
})

test('the help links no role to a page or a topic that it may not see', () => {
  expect(searchGuide('teacher', 'refund').map(({ topic }) => topic.id)).not.toContain('refunds')
  expect(searchGuide('owner', 'refund').map(({ topic }) => topic.id)[0]).toBe('refunds')
  for (const role of roles) {
    const found = ['refund', 'takings', 'register', 'a'].flatMap(words => findHowTos(role, words))
    const closed = found.filter(({ to = '' }) => {
      const page = findOfficePage(to.split('?')[0] ?? '')?.page
      return !page || !mayOpen(role, page)
    })
    expect(closed).toEqual([])
  }
  expect(guide.filter(({ permission }) => may('teacher', permission)).map(({ id }) => id)).toEqual([
    'registers',
    'own-sign-in',
  ])
})

test('the palette finds how to refund, how to cancel a class, and the takings', () => {
  const first = (words: string, role: Role = 'owner') => {
    const [found] = findHowTos(role, words)
    return found && `${found.label} (${found.hint}) ${found.to}`
  }
  expect(first('refund')).toBe('Refund an order (Orders: open it, then Refund) /office/orders')
  expect(first('cancel a class')).toBe(
    'Cancel a class on one day (Planner: open the date, then Cancel the date) /office/planner',
  )
  expect(first('how do I cancel the class')).toBe(first('cancel a class'))
  expect(first('takings')).toBe('See the takings (Money: choose the period) /office/money')
  expect(first('takings', 'frontDesk')).toBeUndefined()
})
