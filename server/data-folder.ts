import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SettingError } from './config.ts'

/** Makes DATA_DIR and tries to write into it. Throws SettingError with one sentence when it cannot. */
export function openDataFolder(folder: string): void {
  const trial = join(folder, `.written-by-${process.pid}`)
  try {
    makeFolder(folder)
    writeFileSync(trial, 'x')
    rmSync(trial)
  } catch (error) {
    throw new SettingError(`DATA_DIR ${folder} cannot be used: ${why(error)}`)
  }
}

/** Makes a folder and its parents. Node's own `recursive` never ends below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

const reasons: Record<string, string> = {
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of it is a file, not a folder',
  ENOENT: 'no folder can be made there',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'this user’s share of its disk is full',
}
const why = (error: unknown): string => {
  const { code = '', message } = error as { code?: string; message: string }
  return reasons[code] ?? message
}

/** The embedded database's codes for disk problems: PostgreSQL's for a full disk, else WASI's error numbers. */
const diskProblems: Record<string, string | undefined> = {
  '53100': reasons.ENOSPC,
  '51': reasons.ENOSPC,
  '19': reasons.EDQUOT,
  '69': reasons.EROFS,
}

/** Returns a SettingError when `error` is the embedded database's report of a disk problem; else undefined. */
export function diskProblem(folder: string, error: unknown): SettingError | undefined {
  const { code, errno } = error as { code?: string; errno?: number }
  const problem = diskProblems[code ?? errno ?? '']
  return problem === undefined ? undefined : new SettingError(`DATA_DIR ${folder} cannot be used: ${problem}`)
}

/**
 * Locks `folder` for this process until `release`. The lock is the operating system's, taken through SQLite,
 * and ends with the process. Throws SettingError that names the process holding it.
 */
export function lockDataFolder(folder: string): { release: () => void } {
  const owner = join(folder, 'in-use-by')
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new SettingError(
      `DATA_DIR ${folder} is in use by ${ownerIn(owner)}; stop that first, or set DATA_DIR to another folder`,
    )
  }
  writeFileSync(owner, String(process.pid))
  return {
    release: () => {
      rmSync(owner, { force: true })
      lock.close()
    },
  }
}

const sqliteBusy = 5

function ownerIn(file: string): string {
  try {
    return `process ${readFileSync(file, 'utf8')}`
  } catch {
    return 'another process'
  }
}
