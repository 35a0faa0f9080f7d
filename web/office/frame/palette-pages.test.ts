import { expect, test } from 'vitest'
import type { ListName } from '#contract/office/catalogue.ts'
import type { roles } from '#domain/office/permissions.ts'
import { listedForms } from '../catalogue/listed-forms.ts'
import { pagesFor } from './palette-pages.ts'

const madeBy = (role: (typeof roles)[number]) =>
  pagesFor(role).flatMap(({ label }) => (label.startsWith('New ') ? [label] : []))

test('whoever plans and keeps the catalogue finds what they can make by its name', () => {
  const forms = Object.keys(listedForms).map(list => `New ${listedForms[list as ListName].one}`)
  for (const role of ['owner', 'manager'] as const)
    expect(madeBy(role).toSorted()).toEqual([...forms, 'New class', 'New term'].toSorted())
})

test('whoever may not make anything is offered nothing to make', () => {
  expect(madeBy('frontDesk')).toEqual([])
  expect(madeBy('teacher')).toEqual([])
})
