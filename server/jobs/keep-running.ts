import type { Log } from '#server/services.ts'

/** Work that is looked after again and again: on its own beat, and at once when nudged. */
export interface Beat {
  nudge: () => void
  stop: () => Promise<void>
}

/**
 * Runs `work` every `milliseconds` and when nudged, never twice at the same time; failures are logged, not fatal. Work
 * that lasts is told when it is to stop.
 */
export function keepRunning(
  name: string,
  milliseconds: number,
  log: Log,
  work: (stopping: AbortSignal) => Promise<unknown>,
): Beat {
  let running: Promise<void> | undefined
  let again = false
  const stopping = new AbortController()
  const run = () => {
    if (stopping.signal.aborted) return
    if (running) {
      again = true
      return
    }
    running = work(stopping.signal)
      .then(() => {})
      .catch(error => log.error('beat failed', { job: name, error }))
      .finally(() => {
        running = undefined
        if (again) {
          again = false
          run()
        }
      })
  }
  const timer = setInterval(run, milliseconds)
  timer.unref()
  return {
    nudge: run,
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
