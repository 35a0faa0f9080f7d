import { existsSync } from 'node:fs'
import { SettingError } from './config.ts'
import { startServer } from './start-server.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const server = await startServer(process.env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close().then(() => process.exit(0))
    })
  }
  process.stdout.write(`Maypole is ready on ${server.url}\n`)
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  process.stderr.write(`Maypole did not start: ${error.message}\n`)
  process.exitCode = 1
}
