import { existsSync } from 'node:fs'
import { SettingError } from './config.ts'

/** Copies the settings of .env into the environment if the file exists; throws SettingError when it cannot be read. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    throw new SettingError(`.env cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
