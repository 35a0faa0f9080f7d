/** There were too many before it: nothing of this piece of work has begun. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

interface Limits {
  atOnce?: number
  mostWaiting: number
  longestSeconds: number
}
interface Line {
  atWork: number
  waiting: Set<() => void>
}

/**
 * Lets a few pieces of work go on at once in this process, and the others wait in line: one for each `key`. Their order
 * is kept.
 */
export function takeTurns(limits: Limits) {
  const lines = new Map<unknown, Line>()
  return async <T>(work: () => Promise<T>, key?: unknown, atOnce = limits.atOnce ?? 1): Promise<T> => {
    const line: Line = lines.get(key) ?? { atWork: 0, waiting: new Set() }
    lines.set(key, line)
    if (line.atWork < atOnce) line.atWork += 1
    else await waitIn(line, limits)
    try {
      return await work()
    } finally {
      const [next] = line.waiting
      if (next) next()
      else {
        line.atWork -= 1
        if (line.atWork === 0) lines.delete(key)
      }
    }
  }
}

/** Until whoever has worked hands the turn on. */
function waitIn(line: Line, { mostWaiting, longestSeconds }: Limits) {
  if (line.waiting.size >= mostWaiting) throw new TooBusy()
  return new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      line.waiting.delete(begin)
      resolve()
    }
    const timer = setTimeout(() => {
      line.waiting.delete(begin)
      reject(new TooBusy())
    }, longestSeconds * 1000)
    line.waiting.add(begin)
  })
}
