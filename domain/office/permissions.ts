/** The roles of the office (decision O-08). They are fixed, so that everybody knows what each may do. */
export const roles = ['owner', 'manager', 'frontDesk', 'teacher'] as const
export type Role = (typeof roles)[number]

/** `limited`: the command decides, for example own rows only, own days only, or up to a setting. */
export type Grant = 'yes' | 'limited' | 'no'

const everybody = ['yes', 'yes', 'yes', 'yes'] as const
const managers = ['yes', 'yes', 'no', 'no'] as const
const desk = ['yes', 'yes', 'yes', 'no'] as const
const ownSessions = ['yes', 'yes', 'yes', 'limited'] as const

/**
 * The permissions of each role (spec 3 §6): owner, manager, front desk, teacher. The server enforces them,
 * and the pages hide what is not allowed.
 */
const grants = {
  'self.edit': everybody,
  'business.edit': ['yes', 'limited', 'no', 'no'],
  'business.open': ['yes', 'no', 'no', 'no'],
  'business.policy': ['yes', 'no', 'no', 'no'],
  'staff.manage': ['yes', 'limited', 'no', 'no'],
  'planner.see': ownSessions,
  'planner.edit': managers,
  'session.cancel': managers,
  'catalogue.edit': managers,
  'site.edit': managers,
  'stock.move': desk,
  'family.see': desk,
  'family.edit': desk,
  'family.merge': managers,
  'family.erase': managers,
  'credit.grant': managers,
  'child.register': ownSessions,
  'register.mark': ownSessions,
  'incident.read': managers,
  'notes.read': ['limited', 'limited', 'limited', 'limited'],
  'order.see': desk,
  'booking.make': desk,
  'booking.cancel': managers,
  'payment.desk': desk,
  'price.override': managers,
  'order.refund': managers,
  'order.end': desk,
  'order.note': desk,
  'order.remind': desk,
  'order.askRefund': desk,
  'queue.offer': desk,
  'payment.mismatch': managers,
  'report.see': desk,
  'money.see': managers,
  'vat.export': managers,
  'enquiry.answer': desk,
  'message.class': desk,
  'message.all': managers,
  'message.ownDate': ownSessions,
  'people.export': managers,
  'import.run': managers,
  'log.see': ['yes', 'limited', 'limited', 'limited'],
  'health.see': managers,
} as const satisfies Record<string, readonly [Grant, Grant, Grant, Grant]>

export type Permission = keyof typeof grants

/** Returns how far a role has a permission. */
export const grantOf = (role: Role, permission: Permission): Grant =>
  grants[permission][roles.indexOf(role)] ?? 'no'

/** Whether a role has a permission, limited or not. */
export const may = (role: Role, permission: Permission): boolean => grantOf(role, permission) !== 'no'
