import type { Log, Services } from '#server/services.ts'

/** Periodic work of a process besides answering calls. */
export interface BackgroundTask {
  name: string
  everySeconds: number
  /** Does the work. Long work calls `alive` from time to time. */
  run: (services: Services, stopping: AbortSignal, alive: () => void) => Promise<unknown>
}

/** Work that runs repeatedly: at its interval, and at once after `nudge`. */
export interface RunningTask {
  nudge: () => void
  stop: () => Promise<void>
}

/**
 * Runs `work` every `milliseconds` and when nudged, never twice at the same time. Failures are logged, and do not end
 * the process. Long work is told when to stop.
 */
export function keepRunning(
  name: string,
  milliseconds: number,
  log: Log,
  work: (stopping: AbortSignal) => Promise<unknown>,
): RunningTask {
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
