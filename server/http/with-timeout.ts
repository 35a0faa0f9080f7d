import { setTimeout as pause } from 'node:timers/promises'

/** Returns the result, or undefined when it fails or takes longer than `milliseconds`. */
export async function withTimeout<T>(milliseconds: number, asked: Promise<T>): Promise<T | undefined> {
  const ended = new AbortController()
  const silence = pause(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined)
  const answer = await Promise.race([asked.catch(() => undefined), silence])
  ended.abort()
  return answer
}
