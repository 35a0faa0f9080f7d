/**
 * The id of the signed-in member: in local storage for all tabs, and in session storage for the member whom this tab
 * last showed.
 */
export const personKey = 'maypole.office.person'

/** Whether this member was the last to be signed in, in any tab of this browser. */
export const isPersonHere = ({ id }: { id: number }): boolean =>
  localStorage.getItem(personKey) === String(id)
