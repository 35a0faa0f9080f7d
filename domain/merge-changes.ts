/**
 * Applies a form's changes to the stored values. `before` holds the values that the form began with. `conflicts` names
 * the fields that the form and somebody else changed to different values. An object counts as one value.
 */
export function mergeChanges<Values extends object>({
  before,
  sent,
  stored,
}: {
  before: Partial<Values>
  sent: Values
  stored: Values
}): { merged: Values; conflicts: (keyof Values)[] } {
  const names = Object.keys(sent) as (keyof Values)[]
  const isChanged = (name: keyof Values) => !isSame(sent[name], before[name])
  const conflicts = names.filter(
    name => isChanged(name) && !isSame(stored[name], before[name]) && !isSame(stored[name], sent[name]),
  )
  const changes = Object.fromEntries(names.filter(isChanged).map(name => [name, sent[name]]))
  return { merged: { ...stored, ...changes }, conflicts }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
