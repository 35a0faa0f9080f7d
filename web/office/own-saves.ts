export interface Versioned {
  id?: number
  version?: number
}

/** Maps a version that was read to the version that this page's own saves made from it. */
const ownSaves = new Map<string, number>()

const keyOf = (what: string, { id, version }: Versioned) => `${what} ${id} ${version}`

/** Returns the version after this page's own saves; without any, the version that was read. */
function follow(what: string, { id, version = 0 }: Versioned): number {
  const next = ownSaves.get(keyOf(what, { id, version }))
  return next ? follow(what, { id, version: next }) : version
}

function note(what: string, asked: Versioned, version = 0): void {
  if (version > (asked.version ?? 0)) ownSaves.set(keyOf(what, asked), version)
}

/**
 * Lets several forms save one item: a save by a sibling form is not a conflict, and the next save uses its
 * version. `what` names the kind of item.
 */
export const afterOwnSaves =
  <Asked extends Versioned, Saved extends Versioned>(
    what: string,
    save: (asked: Asked) => Promise<Saved>,
  ): ((asked: Asked) => Promise<Saved>) =>
  async asked => {
    const followed = { ...asked, version: follow(what, asked) }
    const saved = await save(followed)
    note(what, followed, saved.version)
    return saved
  }

/** Lets several forms save dates, as `afterOwnSaves` does. Deleted ones have no version. */
export const afterOwnSavesOfDates =
  <Asked extends { sessions: Required<Versioned>[] }, Saved extends object>(
    save: (asked: Asked) => Promise<Saved>,
  ): ((asked: Asked) => Promise<Saved>) =>
  async asked => {
    const sessions = asked.sessions.map(one => ({ ...one, version: follow('a date', one) }))
    const answer = await save({ ...asked, sessions })
    const { saved } = answer as { saved?: Required<Versioned>[] }
    const versions = new Map(saved?.map(({ id, version }) => [id, version]))
    for (const one of sessions) note('a date', one, versions.get(one.id))
    return answer
  }
