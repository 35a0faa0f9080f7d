import type { Role } from '#domain/office/permissions.ts'

/** The names of roles, and what they are for. */
export const roleWords: Record<Role, string> = {
  owner: 'Owner',
  manager: 'Manager',
  frontDesk: 'Front desk',
  teacher: 'Teacher',
}
export const roleOptions = (Object.keys(roleWords) as Role[]).map(value => ({
  value,
  label: roleWords[value],
}))
