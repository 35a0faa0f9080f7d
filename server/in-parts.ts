import { setImmediate as othersTurn } from 'node:timers/promises'

/** How long a part of long work runs before other requests get a turn. */
const partMilliseconds = 2

/** Runs a long computation in parts: after a few milliseconds, its next `yield` lets other requests run. */
export async function inParts<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + partMilliseconds
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (performance.now() < until)
    await othersTurn()
  }
}

/** Yields a long list in chunks of `size`, so that other statements can run between two chunks. */
export async function* partsOf<Item>(items: Item[], size: number): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await othersTurn()
    yield items.slice(at, at + size)
  }
}
