import { SettingError } from '#server/config.ts'
import { loadEnvFile } from '#server/env-file.ts'

/**
 * Runs an operator's command with the settings of .env. It exits with 1 if the command returns false, and with 2 and
 * one line if it cannot run.
 */
export async function runScript(
  failure: string,
  work: (print: (line: string) => void) => Promise<unknown>,
): Promise<void> {
  try {
    loadEnvFile()
    const isSound = await work(line => process.stdout.write(`${line}\n`))
    process.exitCode = isSound === false ? 1 : 0
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    process.stderr.write(`${failure}: ${error.message}\n`)
    process.exitCode = 2
  }
}
