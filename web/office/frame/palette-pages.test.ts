import { expect, test } from 'vitest'
import type { ListName } from '#contract/office/catalogue.ts'
import type { roles } from '#domain/office/permissions.ts'
import { listedForms } from '../catalogue/listed-forms.ts'
import { pagesFor } from './palette-pages.ts'

const madeBy = (role: (typeof roles)[number]) =>
  pagesFor(role).flatMap(({ label }) => (label.startsWith('New ') ? [label] : []))

test('a manager finds what they can create by its name', () => {
  // Rooms are made in their venue's panel.
  const lists = Object.keys(listedForms).filter(list => list !== 'rooms' && list !== 'sizes')
  const forms = lists.map(list => `New ${listedForms[list as ListName].one}`)
  for (const role of ['owner', 'manager'] as const)
    expect(madeBy(role).toSorted()).toEqual(
      [...forms, 'New booking', 'New class', 'New family', 'New message', 'New term'].toSorted(),
    )
})

test('a role is offered only what it may create', () => {
  expect(madeBy('frontDesk')).toEqual(['New booking', 'New family', 'New message'])
  expect(madeBy('teacher')).toEqual([])
})
