import { expect, test } from 'vitest'
import type { Role } from '#domain/office/permissions.ts'
import { placesOf } from './places.ts'

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
