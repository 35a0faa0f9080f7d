/** Who somebody is in the office (decision O-08): fixed, so that everybody knows what a word lets one do. */
export const roles = ['owner', 'manager', 'frontDesk', 'teacher'] as const
export type Role = (typeof roles)[number]

/** `limited` is decided by the verb: its own rows, its own days, up to a setting. */
export type Grant = 'yes' | 'limited' | 'no'

const everybody = ['yes', 'yes', 'yes', 'yes'] as const
const managers = ['yes', 'yes', 'no', 'no'] as const
const desk = ['yes', 'yes', 'yes', 'no'] as const
const ownSessions = ['yes', 'yes', 'yes', 'limited'] as const

/** What each role may (spec 3 §6): owner, manager, front desk, teacher. The server decides by it, the pages hide by it. */
const grants = {
  'self.edit': everybody,
  'business.edit': ['yes', 'limited', 'no', 'no'],
  'business.open': ['yes', 'no', 'no', 'no'],
  'staff.manage': ['yes', 'limited', 'no', 'no'],
  'planner.see': ownSessions,
  'planner.edit': managers,
  'catalogue.edit': managers,
  'site.edit': managers,
  'stock.move': desk,
  'family.see': desk,
  'family.edit': desk,
  'family.erase': managers,
  'child.register': ownSessions,
  'notes.read': ['limited', 'limited', 'limited', 'limited'],
  'order.see': desk,
  'enquiry.answer': desk,
  'people.export': managers,
  'import.run': managers,
  'log.see': ['yes', 'limited', 'limited', 'limited'],
  'health.see': managers,
} as const satisfies Record<string, readonly [Grant, Grant, Grant, Grant]>

export type Permission = keyof typeof grants

/** What a role may do of one kind. */
export const grantOf = (role: Role, permission: Permission): Grant =>
  grants[permission][roles.indexOf(role)] ?? 'no'

/** Whether there is anything of this kind that a role may do. */
export const may = (role: Role, permission: Permission): boolean => grantOf(role, permission) !== 'no'
