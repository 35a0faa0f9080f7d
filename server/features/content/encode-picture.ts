import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { megabyte, mostMegabytes } from '#domain/picture-limits.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { TooBusy, takeTurns } from '#server/take-turns.ts'
import type { Answer, Cut, ToDraw } from './picture-process.ts'

export type { Cut }

const usualLimits = {
  /** Of the processor, not of the clock: a busy machine takes as long over a good picture as it must. */
  mostProcessorSeconds: 6,
  mostMemoryMegabytes: 384,
  /** Until a process that does not begin, or is given no turn at all, is given up. */
  longestSeconds: 30,
}
type Limits = typeof usualLimits
const keptIdleSeconds = 60

const beginsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(text, 'latin1').equals(bytes.subarray(at, at + text.length))

/** By content alone; a name and a type are only what the sender says. A drawing of code, SVG, is not among them. */
const isPicture = (bytes: Uint8Array) =>
  beginsWith(bytes, '\xff\xd8\xff') ||
  beginsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  beginsWith(bytes, 'GIF87a') ||
  beginsWith(bytes, 'GIF89a') ||
  (beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WEBP', 8))

/**
 * Draws an uploaded picture anew as WebP, in each width, without what cameras write into it (decision E-41, record 022,
 * trust rows 8 and 9); of what is cut out that alone. Nothing of the file but its pixels is kept. A process of its own
 * does it, one picture at a time: what overtaxes it ends it, and is a picture that cannot be read.
 */
export async function encodePicture(
  bytes: Uint8Array,
  limits: Partial<Limits> = {},
  cut?: Cut,
): Promise<Buffer[]> {
  requireThat(bytes.length <= mostMegabytes * megabyte, sentences.pictureTooLarge)
  requireThat(isPicture(bytes), sentences.pictureUnreadable)
  const drawn = await takeTurn(() => draw(bytes, { ...usualLimits, ...limits }, cut))
  if (typeof drawn === 'string') throw new Refusal(sentences[drawn])
  return drawn
}

const takeTurn = takeTurns({ atOnce: 1, mostWaiting: 100, longestSeconds: 15 })

const overtaxed: Answer = { drawn: 'pictureUnreadable', isSpent: true }
let running: ChildProcess | undefined
let idleTimer: NodeJS.Timeout | undefined

async function draw(
  bytes: Uint8Array,
  { longestSeconds, ...limits }: Limits,
  cut: Cut | undefined,
): Promise<Answer['drawn']> {
  const child = running ?? startProcess()
  clearTimeout(idleTimer)
  const asked = new AbortController()
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    end(child)
  }, longestSeconds * 1000)
  const ended = once(child, 'exit', asked).then(() => [overtaxed])
  const answered = Promise.race([once(child, 'message', asked), ended])
  try {
    child.send({ bytes, cut, ...limits } satisfies ToDraw)
    const [answer]: Answer[] = await answered
    if (isLate) throw new TooBusy()
    if (answer?.isSpent) end(child)
    return answer?.drawn ?? overtaxed.drawn
  } catch (error) {
    if (error instanceof TooBusy) throw error
    // It ended just now.
    end(child)
    return overtaxed.drawn
  } finally {
    clearTimeout(limit)
    asked.abort()
    idleTimer = setTimeout(() => end(child), keptIdleSeconds * 1000).unref()
  }
}

/**
 * It is given neither our settings nor our keys: what it reads was made by strangers. It ends with us. Throws TooBusy
 * when the machine has no room for it.
 */
function startProcess(): ChildProcess {
  const child = forkProcess()
  child?.on('error', () => {})
  // To end what has no number would be to end ourselves.
  if (!child?.pid) throw new TooBusy()
  running = child
  child.on('exit', () => end(child))
  child.unref()
  child.channel?.unref()
  return child
}

function forkProcess(): ChildProcess | undefined {
  try {
    return fork(fileURLToPath(new URL('picture-process.ts', import.meta.url)), {
      env: { UV_THREADPOOL_SIZE: '1' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  } catch {
    return undefined
  }
}

function end(child: ChildProcess): void {
  if (running === child) running = undefined
  child.kill('SIGKILL')
}
