import type { Permission, Role } from './permissions.ts'

/** What a member of staff may be mailed about (spec 3 §2.2), and how they read it. */
export const mailWishes = {
  order: 'The first order of a day',
  enquiry: 'A new enquiry',
  payment: 'A payment that differs',
  stock: 'Low stock',
  failure: 'Something fails',
} as const
export type MailWish = keyof typeof mailWishes

/** What one must be allowed to see to be mailed about it: a role that changed leaves its wishes behind. */
export const wishNeeds: Record<MailWish, Permission> = {
  order: 'order.see',
  enquiry: 'enquiry.answer',
  payment: 'health.see',
  stock: 'stock.move',
  failure: 'health.see',
}

/** What somebody is mailed until they say otherwise; an owner everything, for a business begins with nobody else. */
export const usualWishes: Record<Role, MailWish[]> = {
  owner: ['order', 'enquiry', 'payment', 'stock', 'failure'],
  manager: ['enquiry', 'payment', 'stock', 'failure'],
  frontDesk: ['enquiry', 'stock'],
  teacher: [],
}
