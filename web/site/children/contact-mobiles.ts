import type { Child, Contact } from './child-form-values.ts'

/** As it is dialled within the country. */
const dialled = (mobile: string) => mobile.replace(/\D/g, '').replace(/^(00)?440?/, '0')

/** The children with an emergency contact at that number, each as it is to be saved with the new one. */
export function withNewMobile(children: Child[], before: string, mobile: string): Child[] {
  const isBehind = (contact: Contact) => dialled(contact.mobile) === dialled(before)
  const renewed = (contact: Contact) => (isBehind(contact) ? { ...contact, mobile } : contact)
  return children
    .filter(({ contacts }) => contacts.some(isBehind))
    .map(({ contacts: [one, two], ...child }) => ({ ...child, contacts: [renewed(one), renewed(two)] }))
}
