interface Details {
  firstName: string
  lastName: string
  medical: string
  allergy: string
  contacts: readonly object[]
}

/** The earliest birthday that anybody living may have. */
export const earliestBirthday = '1900-01-01'

/** Whether somebody may have been born on this day. */
export const isBirthday = (day: string, today: string): boolean => day >= earliestBirthday && day <= today

/** Whether all is told of a child that its form requires: an import may have left it out (spec 3 §13). */
export const isAllTold = ({ firstName, lastName, medical, allergy, contacts }: Details): boolean =>
  [firstName, lastName, medical, allergy, ...contacts.flatMap(contact => Object.values(contact))].every(
    text => text !== '',
  )
