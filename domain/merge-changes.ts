/**
 * Puts what a form changed into what is stored now. `before` is what the form began with. `conflicts` names what was
 * changed both in the form and meanwhile, to different values; a value may be an object, which then counts as one answer.
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
