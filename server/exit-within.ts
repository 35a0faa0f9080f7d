import { spawn } from 'node:child_process'

const killParent = `
  const [parent, milliseconds] = process.argv.slice(1).map(Number)
  process.stdin.on('end', () => process.exit()).resume()
  setTimeout(() => process.kill(parent, 'SIGKILL'), milliseconds)
`

/**
 * Kills this process if it has not ended after this many seconds. A separate process does it: a timer does
 * not fire while the main thread is blocked, and `process.exit` waits for file operations and name look-ups.
 */
export function exitWithin(seconds: number): void {
  const watcher = spawn(process.execPath, ['-e', killParent, String(process.pid), String(seconds * 1000)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in a terminal goes to the whole process group.
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.unref()
}
