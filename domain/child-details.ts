interface Details {
  firstName: string
  lastName: string
  medical: string
  allergy: string
  contacts: readonly object[]
}

/** Whether all is told of a child that its form requires: an import may have left it out (spec 3 §13). */
export const isAllTold = ({ firstName, lastName, medical, allergy, contacts }: Details): boolean =>
  [firstName, lastName, medical, allergy, ...contacts.flatMap(contact => Object.values(contact))].every(
    text => text !== '',
  )
