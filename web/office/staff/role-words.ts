import type { Role } from '#domain/office/permissions.ts'

/** The names of roles. */
export const roleWords: Record<Role, string> = {
  owner: 'Owner',
  manager: 'Manager',
  frontDesk: 'Front desk',
  teacher: 'Teacher',
}
/** The sentences that say what each role may do, where a role is given (spec 3 §6). */
export const roleDuties: Record<Role, string> = {
  owner:
    'Everything. Alone the owner sets the rules for cancelling and tax, opens and pauses bookings, and gives the roles of owner and manager.',
  manager:
    'Plans classes, cancels and refunds, writes to all families, edits the site, and sees the money. Invites front desk and teachers.',
  frontDesk:
    'Families, bookings, orders, waiting lists, enquiries, registers and stock. Asks a manager for refunds and for cancelling paid places.',
  teacher: 'Their own classes: the register, and fixed messages to its families.',
}

export const roleOptions = (Object.keys(roleWords) as Role[]).map(value => ({
  value,
  label: roleWords[value],
}))
