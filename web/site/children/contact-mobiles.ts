import { dialledNumber } from '#domain/email-address.ts'
import type { Child, Contact } from './child-form-values.ts'

/** The children with an emergency contact at that number, each with how it is to be saved with the new one. */
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
