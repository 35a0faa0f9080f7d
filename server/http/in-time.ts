import { setTimeout as pause } from 'node:timers/promises'

/** What was asked for; undefined when that fails, or has not come within so many milliseconds. */
export async function inTime<T>(milliseconds: number, asked: Promise<T>): Promise<T | undefined> {
  const ended = new AbortController()
  const silence = pause(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined)
  const answer = await Promise.race([asked.catch(() => undefined), silence])
  ended.abort()
  return answer
}
