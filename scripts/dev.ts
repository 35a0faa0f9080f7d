import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { endServer } from '#testing/spawn-server.ts'
import { buildPagesIfChanged } from './build-pages.ts'
import { endWithStarter } from './end-with-starter.ts'

/** Runs the product and starts it again when a source changes; pages are built again when theirs do. */
endWithStarter()
await buildPagesIfChanged()
let server = start()
let waiting: NodeJS.Timeout | undefined
/** One restart after the other, whatever is saved meanwhile. */
let restarted = Promise.resolve()

function start() {
  return spawn(process.execPath, ['main.ts'], { stdio: 'inherit' })
}

for (const folder of ['server', 'demo', 'stripe-stand-in', 'web', 'contract', 'domain']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      restarted = restarted.then(restart)
    }, 200)
  })
}

async function restart(): Promise<void> {
  await endServer(server)
  await buildPagesIfChanged().catch(error => process.stderr.write(`${error}\n`))
  server = start()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => endServer(server).then(() => process.exit(0)))
}
