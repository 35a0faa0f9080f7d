import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const maxWaitingBytes = 1024 * 1024
const retryMilliseconds = 100

export interface LogOutput {
  write: (line: string) => void
  /** Waits at most this long until the queued output has been written. */
  flush: (milliseconds: number) => Promise<void>
}

/**
 * Writes lines to a file descriptor without ever waiting for its reader. Unread lines wait in memory up to a limit.
 * Later lines, and lines that cannot be written (closed pipe, full disk), are dropped and counted; the next written
 * line reports the count.
 */
export function openLogOutput(descriptor: number): LogOutput {
  let waiting: { bytes: Buffer; lines: number }[] = []
  let waitingBytes = 0
  let lost = 0
  let isMidLine = false
  let retry: NodeJS.Timeout | undefined

  const add = (text: string, lines: number) => {
    const bytes = Buffer.from(text)
    waiting.push({ bytes, lines })
    waitingBytes += bytes.length
  }

  const drain = () => {
    retry = undefined
    for (let next = waiting[0]; next; next = waiting[0]) {
      const written = tryToWrite(descriptor, next.bytes)
      if (written === 'later') {
        retry = setTimeout(drain, retryMilliseconds).unref()
        return
      }
      if (written === 'failed') {
        lost += waiting.reduce((sum, { lines }) => sum + lines, 0)
        waiting = []
        waitingBytes = 0
        return
      }
      waitingBytes -= written
      isMidLine = written < next.bytes.length
      if (isMidLine) next.bytes = next.bytes.subarray(written)
      else waiting.shift()
    }
  }

  return {
    write: line => {
      if (waitingBytes + line.length > (lost > 0 ? maxWaitingBytes / 2 : maxWaitingBytes)) {
        lost += 1
        return
      }
      if (lost > 0) {
        add(`${isMidLine && waiting.length === 0 ? '\n' : ''}${tellLost(lost)}`, lost)
        lost = 0
      }
      add(line, 1)
      if (!retry) drain()
    },
    flush: async milliseconds => {
      const until = performance.now() + milliseconds
      while (waiting.length > 0 && performance.now() < until) await pause(20)
    },
  }
}

const tellLost = (lost: number) =>
  `${JSON.stringify({ level: 50, time: Date.now(), lines: lost, msg: 'log lines were lost' })}\n`

function tryToWrite(descriptor: number, bytes: Buffer): number | 'later' | 'failed' {
  try {
    return writeSync(descriptor, bytes)
  } catch (error) {
    return (error as { code?: string }).code === 'EAGAIN' ? 'later' : 'failed'
  }
}

/**
 * Opens standard output without blocking: a write returns EAGAIN. On Linux it is opened a second time, so that
 * other processes on the same pipe or terminal keep their mode.
 */
function openStandardOutput(): number {
  if (fstatSync(1).isFile()) return 1
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    // For a socket, or a system without /proc, Node's own stream makes the descriptor non-blocking.
    void process.stdout
    return 1
  }
}

let output: LogOutput | undefined

/** Returns the log output that everything in this process shares. */
export function standardOutput(): LogOutput {
  output ??= openLogOutput(openStandardOutput())
  return output
}
