import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { endServer } from '#testing/spawn-server.ts'
import { endWithStarter } from './end-with-starter.ts'

/** Runs the product during development. Pages update by themselves, and the server restarts. */
endWithStarter()
let server = start()
let waiting: NodeJS.Timeout | undefined
/** The running restart; the next one begins after it. */
let restarted = Promise.resolve()

function start() {
  return spawn(process.execPath, ['scripts/dev-server.ts'], { stdio: 'inherit' })
}

for (const folder of ['server', 'demo', 'stripe-stand-in', 'contract', 'domain']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      restarted = restarted.then(restart)
    }, 200)
  })
}

async function restart(): Promise<void> {
  await endServer(server)
  server = start()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => endServer(server).then(() => process.exit(0)))
}
