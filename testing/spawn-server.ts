import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Starts a whole server as its own process, without the preparations and Node flags of `npm start`. Resolves
 * once it is healthy. `hear` receives its output.
 */
export async function spawnServer(
  address: string,
  environment: Record<string, string>,
  hear?: (text: string) => void,
): Promise<ChildProcess> {
  const stranger = await fetch(`${address}/healthz`).catch(() => undefined)
  if (stranger) throw new Error(`somebody else answers at ${address} already`)
  const child = spawn(process.execPath, ['main.ts'], {
    stdio: ['ignore', hear ? 'pipe' : 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: '', PORT: new URL(address).port, PUBLIC_URL: address, ...environment },
  })
  child.stdout?.on('data', text => hear?.(String(text)))
  await untilHealthy(address, child)
  return child
}

/** Waits until the server process is healthy at this address; ends it after two minutes. */
export async function untilHealthy(address: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server of ${address} ended with ${child.exitCode}`)
    const answer = await fetch(`${address}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) {
      await endServer(child)
      throw new Error(`the server of ${address} does not answer`)
    }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

export function endServer(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
