import { SettingError } from '#server/config.ts'
import { loadEnvFile } from '#server/env-file.ts'
import { startServer } from '#server/start-server.ts'

try {
  loadEnvFile()
  const server = await startServer(process.env, () =>
    import('#demo/demo-mode.ts').then(file => file.demoMode),
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A terminal and npm often both send one: the second hurries nothing.
    process.on(signal, () => {
      server.close().then(() => process.exit(0))
    })
  }
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
