import { setImmediate as othersTurn } from 'node:timers/promises'

/** So long, and until the next `yield`, this process answers nobody else: parents wait no longer for the office. */
const partMilliseconds = 2

/** Does something long on the processor in parts: where it yields, others have their turn once it has worked a while. */
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

/** A long list in parts, for statements that each hold up a database little: others have their turn between two. */
export async function* partsOf<Item>(items: Item[], size: number): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await othersTurn()
    yield items.slice(at, at + size)
  }
}
