export interface Versioned {
  id?: number
  version?: number
}

/** What one's own saves have made of each version of a thing. */
const ownSaves = new Map<string, number>()

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
    const keyOf = (version: number) => `${what} ${asked.id} ${version}`
    let version = asked.version ?? 0
    for (let next = ownSaves.get(keyOf(version)); next; next = ownSaves.get(keyOf(version))) version = next
    const saved = await save({ ...asked, version })
    if (saved.version) ownSaves.set(keyOf(version), saved.version)
    return saved
  }
