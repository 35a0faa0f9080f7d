import { spawn } from 'node:child_process'

const killParent = `
  const [parent, milliseconds] = process.argv.slice(1).map(Number)
  process.stdin.on('end', () => process.exit()).resume()
  setTimeout(() => process.kill(parent, 'SIGKILL'), milliseconds)
`

/**
 * Kills this process after so many seconds if it has not ended by then. A process of its own does it: where the main
 * thread is blocked a timer does not fire, and `process.exit` itself waits for file operations and name look-ups.
 */
export function endInTime(seconds: number): void {
  const watcher = spawn(process.execPath, ['-e', killParent, String(process.pid), String(seconds * 1000)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A terminal's Ctrl-C goes to its whole group.
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.unref()
}
