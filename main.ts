import { SettingError } from '#server/config.ts'
import { loadEnvFile } from '#server/env-file.ts'
import { exitWithin } from '#server/exit-within.ts'
import { standardOutput } from '#server/log-output.ts'
import { type RunningServer, startServer } from '#server/start-server.ts'

/** The practice card provider may need a few seconds more. */
const secondsToEnd = 14

// A closed pipe or a full disk does not end the process. Asking for the streams makes pipes of them that do not block.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

let isEnding = false
/** Ends the server on a signal. A terminal and npm often both send one, and the second has no effect. */
async function end(server: RunningServer): Promise<void> {
  if (isEnding) return
  isEnding = true
  exitWithin(secondsToEnd)
  let code = 0
  try {
    await server.close()
  } catch (error) {
    code = 1
    process.stderr.write(`Maypole did not close: ${(error as Error).stack}\n`)
  }
  await standardOutput().flush(500)
  process.exit(code)
}

try {
  loadEnvFile()
  const server = await startServer(process.env, () =>
    import('#demo/demo-mode.ts').then(file => file.demoMode),
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(server))
  const business = server.businessName ? `with ${server.businessName}` : 'with no business yet'
  const mode = server.isDemo ? `${business}, for trying out` : 'in production'
  process.stdout.write(`Maypole is ready on ${server.url} (${mode})\n`)
  if (server.firstOwnerAddress) {
    process.stdout.write(
      `Make the owner's account: ${server.firstOwnerAddress}  (works once, for 24 hours)\n`,
    )
  }
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  process.stderr.write(`Maypole did not start: ${error.message}\n`)
  process.exitCode = 1
}
