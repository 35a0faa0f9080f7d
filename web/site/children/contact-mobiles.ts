import { dialledNumber } from '#domain/email-address.ts'
import type { Child, Contact } from './child-form-values.ts'

/** Finds the children with an emergency contact at that number; returns each with the new number filled in. */
export function withNewMobile(
  children: Child[],
  before: string,
  mobile: string,
): { child: Child; changed: Child }[] {
  const isBehind = (contact: Contact) => dialledNumber(contact.mobile) === dialledNumber(before)
  const renewed = (contact: Contact) => (isBehind(contact) ? { ...contact, mobile } : contact)
  return children
    .filter(({ contacts }) => contacts.some(isBehind))
    .map(child => {
      const [one, two] = child.contacts
      return { child, changed: { ...child, contacts: [renewed(one), renewed(two)] } }
    })
}
