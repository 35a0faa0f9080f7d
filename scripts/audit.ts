import { existsSync } from 'node:fs'
import { SettingError } from '#server/config.ts'
import { runAudit } from '#server/database/run-audit.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const isSound = await runAudit(process.env, new Date(), line => process.stdout.write(`${line}\n`))
  process.exitCode = isSound ? 0 : 1
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  process.stderr.write(`The audit could not be made: ${error.message}\n`)
  process.exitCode = 2
}
