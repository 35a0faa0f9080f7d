import { existsSync, readFileSync } from 'node:fs'

const lookEvery = 300

/**
 * Ends this process, as SIGTERM would, when the `npm run …` that started it has ended: npm hands a signal to its shell
 * alone, and the process would stay behind with its port and its data folder.
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

/** Where a shell stands between, npm's own number; elsewhere our parent is npm itself. */
function starterBehindShell(shell: number): string | undefined {
  const status = `/proc/${shell}/status`
  if (!existsSync(status)) return undefined
  const text = readFileSync(status, 'utf8')
  const isShell = /^Name:\t(da|ba|a)?sh$/m.test(text)
  return isShell ? /^PPid:\t(\d+)$/m.exec(text)?.[1] : undefined
}
