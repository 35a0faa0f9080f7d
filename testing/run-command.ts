import { spawn } from 'node:child_process'

/** Runs a script in a process of its own until it ends. Returns its exit code, its stderr and its stdout. */
export function runToEnd(
  command: string[],
  environment: Record<string, string>,
  cwd = process.cwd(),
): Promise<{ code: number; said: string; printed: string }> {
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: '', ...environment },
    cwd,
  })
  let printed = ''
  child.stdout?.on('data', text => {
    printed += text
  })
  let said = ''
  child.stderr?.on('data', text => {
    said += text
  })
  return new Promise(resolve => {
    child.once('close', code => resolve({ code: code ?? -1, said, printed }))
  })
}
