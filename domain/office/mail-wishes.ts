import type { Permission, Role } from './permissions.ts'

/** The events that staff may be mailed about (spec 3 §2.2), as the page shows them. */
export const mailWishes = {
  order: 'The first order of a day',
  enquiry: 'A new enquiry',
  payment: 'A payment that does not match',
  refundFailed: 'A refund that failed',
  dispute: 'A payment that a customer disputes',
  refund: 'A refund of more than £250',
  incident: 'An accident or another incident in a class',
  stock: 'Low stock',
  failure: 'Something keeps failing',
} as const
export type MailWish = keyof typeof mailWishes

/** The permission that each mail requires, because choices stay when a member's role changes. */
export const permissionOfMail: Record<MailWish, Permission> = {
  order: 'order.see',
  enquiry: 'enquiry.answer',
  payment: 'health.see',
  refundFailed: 'order.refund',
  dispute: 'order.refund',
  refund: 'business.policy',
  incident: 'incident.read',
  stock: 'stock.move',
  failure: 'health.see',
}

/** The default choices. An owner gets everything, because a new business has nobody else. */
export const defaultMails: Record<Role, MailWish[]> = {
  owner: ['order', 'enquiry', 'payment', 'refundFailed', 'dispute', 'refund', 'incident', 'stock', 'failure'],
  manager: ['enquiry', 'payment', 'refundFailed', 'stock', 'failure'],
  frontDesk: ['enquiry', 'stock'],
  teacher: [],
}
