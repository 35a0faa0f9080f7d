import { expect, test } from 'vitest'
import type { Role } from '#domain/office/permissions.ts'
import { isIn, placesOf } from './menu-entries.ts'

const labelsOf = (role: Role) => placesOf(role).map(({ label }) => label)

test('a role sees no place where it has nothing to do', () => {
  expect(labelsOf('teacher')).toEqual(['Today', 'Planner', 'Registers'])
  expect(labelsOf('frontDesk')).toEqual([
    ...['Today', 'Planner', 'Registers', 'Families', 'Orders', 'Waiting', 'Enquiries', 'Messages'],
    'Catalogue',
  ])
  expect(labelsOf('manager')).toHaveLength(12)
  expect(labelsOf('owner')).toEqual(labelsOf('manager'))
})

test('reports stand under Money, and under Registers for those who see no money', () => {
  const placeOf = (role: Role) =>
    placesOf(role)
      .filter(place => isIn('/office/reports/occupancy', place))
      .map(({ label }) => label)
  expect(placeOf('owner')).toEqual(['Money'])
  expect(placeOf('manager')).toEqual(['Money'])
  expect(placeOf('frontDesk')).toEqual(['Registers'])
})
