import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { maxPictureMegabytes, megabyte } from '#domain/limits.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { createLimiter, TooBusy } from '#server/create-limiter.ts'
import type { Answer, Cut, ToDraw } from './picture-process.ts'

export type { Cut }

const usualLimits = {
  /** Processor time, not clock time, so that a busy machine can still finish a good picture. */
  maxProcessorSeconds: 6,
  maxMemoryMegabytes: 384,
  /** When to give up on a process that never begins or gets no processor time. */
  maxSeconds: 30,
}
type Limits = typeof usualLimits
const keptIdleSeconds = 60

const beginsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(text, 'latin1').equals(bytes.subarray(at, at + text.length))

/**
 * Checks a file by its content, because name and type are only the sender's claim. SVG is not accepted, because it can
 * contain code.
 */
const isPicture = (bytes: Uint8Array) =>
  beginsWith(bytes, '\xff\xd8\xff') ||
  beginsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  beginsWith(bytes, 'GIF87a') ||
  beginsWith(bytes, 'GIF89a') ||
  (beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WEBP', 8))

/**
 * Encodes an uploaded picture as WebP in each width, without camera data, cropped if asked (decision E-41, record 013,
 * trust rows 8 and 9). Nothing but its pixels is kept. A separate process does it, one picture at a time. A picture
 * that overloads it is refused as unreadable.
 */
export async function encodePicture(
  bytes: Uint8Array,
  limits: Partial<Limits> = {},
  cut?: Cut,
): Promise<Buffer[]> {
  requireThat(bytes.length <= maxPictureMegabytes * megabyte, sentences.pictureTooLarge)
  requireThat(isPicture(bytes), sentences.pictureUnreadable)
  const drawn = await limitEncoding(() => draw({ bytes, cut }, { ...usualLimits, ...limits }))
  if (typeof drawn === 'string') throw new Refusal(sentences[drawn])
  return drawn
}

/** Draws the business's own logo as PNG, because few mail programs show WebP or SVG (record 276). */
export async function drawMailLogo(bytes: Uint8Array): Promise<Buffer | undefined> {
  const drawn = await limitEncoding(() => draw({ bytes, isForMail: true }, usualLimits))
  return typeof drawn === 'string' ? undefined : drawn[0]
}

const limitEncoding = createLimiter({ maxConcurrent: 1, maxWaiting: 100, maxSeconds: 15 })

const overtaxed: Answer = { drawn: 'pictureUnreadable', isSpent: true }
let running: ChildProcess | undefined
let idleTimer: NodeJS.Timeout | undefined

async function draw(
  picture: Pick<ToDraw, 'bytes' | 'cut' | 'isForMail'>,
  { maxSeconds, ...limits }: Limits,
): Promise<Answer['drawn']> {
  const child = running ?? startProcess()
  clearTimeout(idleTimer)
  const asked = new AbortController()
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    end(child)
  }, maxSeconds * 1000)
  const ended = once(child, 'exit', asked).then(() => [overtaxed])
  const answered = Promise.race([once(child, 'message', asked), ended])
  try {
    child.send({ ...picture, ...limits } satisfies ToDraw)
    const [answer]: Answer[] = await answered
    if (isLate) throw new TooBusy()
    if (answer?.isSpent) end(child)
    return answer?.drawn ?? overtaxed.drawn
  } catch (error) {
    if (error instanceof TooBusy) throw error
    // The process just ended.
    end(child)
    return overtaxed.drawn
  } finally {
    clearTimeout(limit)
    asked.abort()
    idleTimer = setTimeout(() => end(child), keptIdleSeconds * 1000).unref()
  }
}

/**
 * Starts the process without our settings and keys, because it reads files from strangers. It ends with us.
 * Throws TooBusy when the machine has no room for it.
 */
function startProcess(): ChildProcess {
  const child = forkProcess()
  child?.on('error', () => {})
  // Ending a process without a number would end ourselves.
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
