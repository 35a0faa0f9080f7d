import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { buildPagesIfChanged } from './build-pages.ts'
import { endWithStarter } from './end-with-starter.ts'

/** Runs the product and starts it again when a source changes; pages are built again when theirs do. */
endWithStarter()
await buildPagesIfChanged()
let server = start()
let waiting: NodeJS.Timeout | undefined

function start() {
  return spawn(process.execPath, ['main.ts'], { stdio: 'inherit' })
}

for (const folder of ['server', 'demo', 'stripe-stand-in', 'web', 'contract', 'domain']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(waiting)
    waiting = setTimeout(restart, 200)
  })
}

function restart(): void {
  server.once('exit', async () => {
    await buildPagesIfChanged().catch(error => process.stderr.write(`${error}\n`))
    server = start()
  })
  server.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    server.once('exit', () => process.exit(0))
    server.kill('SIGTERM')
  })
}
