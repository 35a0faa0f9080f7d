import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { isEmailAddress } from '#domain/email-address.ts'
import { roles } from '#domain/office/permissions.ts'
import { auditDatabase } from '#server/audit/invariants.ts'
import { rotateCardAccount } from '#server/cards/card-account.ts'
import { type Config, readConfig, SettingError } from '#server/config.ts'
import { lockDataFolder, openDataFolder } from '#server/data-folder.ts'
import { connectToPostgres, type Database, openEmbeddedDatabase } from '#server/database/connect.ts'
import { requireMigrated } from '#server/database/require-migrated.ts'
import { keyId } from '#server/database/seal-note.ts'
import { rotateDataKey } from '#server/features/children/rotate-data-key.ts'
import { rotateImports } from '#server/features/imports/sealed-file.ts'
import { askForInvitation, type Wanted } from '#server/features/staff/invitation-socket.ts'
import { inviteFromServer } from '#server/features/staff/invite-first-owner.ts'
import { rotateAuthenticators } from '#server/features/staff/rotate-authenticators.ts'
import { rotateMailServer } from '#server/mail/mail-server.ts'
import { bucketStore } from '#server/pictures/bucket-store.ts'
import { pictureStores } from '#server/pictures/open-picture-store.ts'
import { signLogAgain, signLogOfBefore } from '#server/staff-log/sign-log.ts'
import { backUp } from './back-up.ts'
import { backupSocket } from './backup-socket.ts'
import { requireWhole, restore } from './restore.ts'
import { openToRead, printFindings, storedKey } from './run-audit.ts'

type Environment = Record<string, string | undefined>
type Print = (line: string) => void

/**
 * Writes a backup of the settings' database, DATA_DIR/media and bucket into a new file that only this user can read. If
 * a server has the embedded database open, that server writes it. Throws SettingError with one sentence.
 */
export async function runBackup(env: Environment, file: string | undefined, print: Print): Promise<void> {
  const target = requireFile(file)
  if (existsSync(target)) throw new SettingError(`${target} is there already; name a new file`)
  const config = readSettings(env)
  const unfinished = `${target}.unfinished`
  const cannotBeWritten = ({ code }: { code?: string }) => {
    if (code !== 'EEXIST') throw new SettingError(`${target} cannot be written (${code})`)
    throw new SettingError(`${unfinished} is there: another backup writes it, or was killed`)
  }
  const written = await open(unfinished, 'wx', 0o600).catch(cannotBeWritten)
  try {
    for await (const piece of await openPieces(config)) await written.appendFile(piece).catch(cannotBeWritten)
    await written.sync().catch(cannotBeWritten)
    const { rows, files } = await requireWhole(unfinished)
    renameSync(unfinished, target)
    print(`${target}: ${rows} rows and ${files} files; DATA_KEY of fingerprint ${fingerprint(config)}`)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    await written.close()
  }
}

/**
 * Restores a backup into the settings' database, DATA_DIR/media and bucket, which must all be empty, and audits it.
 * Returns whether every invariant holds. On a SettingError nothing is left behind.
 */
export async function runRestore(env: Environment, file: string | undefined, print: Print): Promise<boolean> {
  const backup = requireFile(file)
  const config = readSettings(env)
  const media = join(config.dataDir, 'media')
  if (existsSync(media) && readdirSync(media).length > 0) {
    throw new SettingError(`${media} is not empty; restore into a new DATA_DIR`)
  }
  const folder = join(config.dataDir, 'database')
  if (!config.databaseUrl && existsSync(folder)) {
    throw new SettingError(`${folder} is there already; restore into a new DATA_DIR`)
  }
  const bucket = config.bucket && bucketStore(config.bucket)
  if (bucket && (await bucket.list()).length > 0) {
    throw new SettingError(`S3_BUCKET ${config.bucket?.name} has uploads already; restore into an empty one`)
  }
  openDataFolder(config.dataDir)
  const database = await openAlone(config)
  const incoming = join(config.dataDir, 'media-restored')
  let isRestored = false
  try {
    rmSync(incoming, { recursive: true, force: true })
    await mkdir(incoming)
    const restored = await restore(database, backup, {
      keyId: keyId(config.dataKey),
      keepFile: async (path, bytes) => {
        const place = resolve(incoming, path)
        if (!place.startsWith(join(incoming, '/')))
          throw new SettingError(`the backup names a strange file ${path}`)
        if (bucket && path.startsWith('uploads/')) return bucket.keep(path, bytes)
        await mkdir(dirname(place), { recursive: true })
        await writeFile(place, bytes)
      },
    })
    isRestored = true
    await signLogOfBefore(database.db, config, restored.at)
    takePlace(incoming, media)
    print(`Restored ${restored.rows} rows and ${restored.files} files of ${restored.at.toISOString()}`)
    return printFindings(await auditDatabase(database.db, restored.at, [config.dataKey]), print)
  } finally {
    await database.close()
    if (!isRestored) {
      rmSync(incoming, { recursive: true, force: true })
      if (bucket) for (const path of await bucket.list()) await bucket.remove(path)
      if (!config.databaseUrl) rmSync(folder, { recursive: true })
    }
  }
}

/**
 * Moves restored files into place. The database is committed by then, so files that cannot be moved must be moved by
 * hand.
 */
function takePlace(incoming: string, media: string): void {
  try {
    rmSync(media, { recursive: true, force: true })
    renameSync(incoming, media)
  } catch (error) {
    const { code } = error as { code?: string }
    throw new SettingError(`the rows are restored, the files are not (${code}): move ${incoming} to ${media}`)
  }
}

/** Seals everything sealed with DATA_KEY again with DATA_KEY_NEW, while no server runs. Throws SettingError. */
export async function runRotation(env: Environment, print: Print): Promise<void> {
  const config = readSettings(env)
  const { dataKey, newDataKey } = config
  if (!newDataKey) throw new SettingError('set DATA_KEY_NEW to the new key (openssl rand -base64 32)')
  const database = await openAlone(requireDatabase(config))
  try {
    if (config.databaseUrl) await requireNobodyElse(database)
    const children = await rotateDataKey(database.db, dataKey, newDataKey)
    await rotateAuthenticators(database.db, dataKey, newDataKey)
    await rotateCardAccount(database.db, dataKey, newDataKey)
    await rotateMailServer(database.db, dataKey, newDataKey)
    await rotateImports(database.db, dataKey, newDataKey)
    const rows = await signLogAgain(database.db, dataKey, newDataKey, new Date())
    print(
      `The notes of ${children} children are sealed again, and ${rows} rows of the office’s log signed again: start the server with DATA_KEY_NEW's value as DATA_KEY`,
    )
  } finally {
    await database.close()
  }
}

/**
 * Prints a link into the office for an address: for a new member, by default an owner, or for one without credentials
 * (decision O-04). Works while a server runs. Throws SettingError with one sentence.
 */
export async function runInvitation(
  env: Environment,
  [email = '', role]: string[],
  print: Print,
): Promise<void> {
  const known = roles.find(one => one === role)
  if (!isEmailAddress(email) || known !== role) {
    throw new SettingError(`npm run office:invite -- name@example.test [${roles.join('|')}]`)
  }
  const config = readSettings(env)
  const wanted = { email: email.toLowerCase(), role: known }
  const fromServer = config.databaseUrl ? undefined : await askForInvitation(config.dataDir, wanted)
  print(`Open within 24 hours, once: ${fromServer ?? (await inviteAlone(config, wanted))}`)
}

async function inviteAlone(config: Config, wanted: Wanted): Promise<string> {
  const database = await openAlone(requireDatabase(config))
  try {
    return await inviteFromServer(database.db, wanted, { ...config, now: new Date() })
  } finally {
    await database.close()
  }
}

/** Requires that an embedded database exists, because a wrong DATA_DIR would create an empty one. */
function requireDatabase(config: Config): Config {
  const folder = join(config.dataDir, 'database')
  if (config.databaseUrl || existsSync(folder)) return config
  throw new SettingError(`there is no ${folder}; set DATABASE_URL, or DATA_DIR as the server has it`)
}

function requireFile(file: string | undefined): string {
  if (!file) throw new SettingError('name a file: npm run backup -- FILE, npm run restore -- FILE')
  return resolve(file)
}

const readSettings = (env: Environment) => readConfig(env, storedKey)

const fingerprint = ({ dataKey }: Config) => keyId(dataKey).toString('hex')

/** Returns a backup as a stream: from the server that has the embedded database open, else made here. */
async function openPieces(config: Config): Promise<Readable> {
  const server = config.databaseUrl ? undefined : await callServer(config.dataDir)
  if (server) return server
  const mediaFolder = join(config.dataDir, 'media')
  // Every server creates this folder at its start. Without this check, a backup with a wrong DATA_DIR would
  // silently lack the uploads.
  if (!config.bucket && !existsSync(mediaFolder)) {
    throw new SettingError(`there is no ${mediaFolder}; set DATA_DIR as the server has it`)
  }
  const database = await openToRead(config.databaseUrl, config.dataDir)
  const pictures = pictureStores(config)
  const pieces = backUp({ database, pictures, keyId: keyId(config.dataKey), clock: () => new Date() })
  return Readable.from(pieces).once('close', () => void database.close())
}

const callServer = (dataDir: string) =>
  new Promise<Readable | undefined>(done => {
    const socket = connect(backupSocket(dataDir))
    socket.once('connect', () => done(socket))
    socket.once('error', () => done(undefined))
  })

/** Opens the database; an embedded one for this process only. */
async function openAlone({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (!databaseUrl) return openLocked(dataDir)
  const database = connectToPostgres(databaseUrl, { poolSize: 1, answerWithin: 0 })
  try {
    await requireMigrated(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Refuses while a server runs, because it would seal new notes with the old key. */
async function requireNobodyElse({ db }: Database): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(db)
  if (rows[0]?.count)
    throw new SettingError(
      'somebody else is connected to the database: stop every server, and PgBouncer, first',
    )
}

async function openLocked(dataDir: string): Promise<Database> {
  const { release } = lockDataFolder(dataDir)
  const database = await openEmbeddedDatabase(join(dataDir, 'database'))
  return { ...database, close: () => database.close().then(release) }
}
