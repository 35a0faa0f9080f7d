import { existsSync } from 'node:fs'
import { SettingError } from './config.ts'

/** Takes the settings of .env into the environment, where there is such a file; throws SettingError when it cannot be read. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    throw new SettingError(`.env cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
