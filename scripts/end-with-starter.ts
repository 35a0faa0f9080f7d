import { existsSync, readFileSync } from 'node:fs'

const lookEvery = 300

/**
 * Ends this process, as SIGTERM would, when its `npm run …` has ended. npm passes a signal to its shell only, and the
 * process would stay with its port and data folder.
 */
export function endWithStarter(): void {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = starterBehindShell(shell)
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || existsSync(`/proc/${npm}`))) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, lookEvery)
  timer.unref()
}

/** Returns npm's process id if a shell is our parent; otherwise our parent is npm itself. */
function starterBehindShell(shell: number): string | undefined {
  const status = `/proc/${shell}/status`
  if (!existsSync(status)) return undefined
  const text = readFileSync(status, 'utf8')
  const isShell = /^Name:\t(da|ba|a)?sh$/m.test(text)
  return isShell ? /^PPid:\t(\d+)$/m.exec(text)?.[1] : undefined
}
