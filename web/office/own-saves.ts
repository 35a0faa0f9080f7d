export interface Versioned {
  id?: number
  version?: number
}

/** What one's own saves have made of each version of a thing. */
const ownSaves = new Map<string, number>()

const keyOf = (what: string, { id, version }: Versioned) => `${what} ${id} ${version}`

/** The version that one's own saves have left of what was read. */
function follow(what: string, { id, version = 0 }: Versioned): number {
  const next = ownSaves.get(keyOf(what, { id, version }))
  return next ? follow(what, { id, version: next }) : version
}

function note(what: string, asked: Versioned, version = 0): void {
  if (version > (asked.version ?? 0)) ownSaves.set(keyOf(what, asked), version)
}

/**
 * For several forms that save one thing: what another of them has saved is nobody else's, and the next one begins with
 * the version that it has left. `what` tells the things of one kind from those of others.
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

/** The same for dates, of which several can be saved at once; of what is deleted nothing is left to follow. */
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
