/**
 * The store of the office on a device, for the time without a signal. Everything about people is sealed with AES-GCM. The keys
 * are in the same database, but no script can read their bytes (decision O-117).
 */
const databaseName = 'maypole-office'
const databaseVersion = 1
/** `marks` and `readings` wait to be sent. `people` is wiped as a whole. `plain` names nobody. */
const stores = ['keys', 'marks', 'readings', 'people', 'plain'] as const
type Store = (typeof stores)[number]
/** A wipe destroys the key `people`. The key `waiting` stays until all marks are sent. */
export type KeyName = 'people' | 'waiting'

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, databaseVersion)
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('Another tab holds an older database'))
    request.onsuccess = () => {
      const database = request.result
      const forget = () => {
        database.close()
        opening = undefined
      }
      database.onversionchange = forget
      database.onclose = forget
      resolve(database)
    }
  })
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

/** Runs one transaction. Resolves once its changes are on the disk, so that a killed browser keeps them. */
async function transact<T>(
  on: Store[],
  mode: IDBTransactionMode,
  work: (storeOf: (name: Store) => IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(on, mode, { durability: 'strict' })
    const request = work(name => transaction.objectStore(name))
    transaction.oncomplete = () => resolve(request?.result as T)
    transaction.onabort = () => reject(transaction.error)
  })
}

export const readEntry = <T>(store: Store, key: IDBValidKey): Promise<T | undefined> =>
  transact<T | undefined>([store], 'readonly', storeOf => storeOf(store).get(key))

export const readAll = <T>(store: Store): Promise<T[]> =>
  transact<T[]>([store], 'readonly', storeOf => storeOf(store).getAll())

/** Reads the entries whose key begins with these words. */
export const readBeginning = <T>(store: Store, words: string): Promise<T[]> =>
  transact<T[]>([store], 'readonly', storeOf =>
    storeOf(store).getAll(IDBKeyRange.bound(words, `${words}\uffff`)),
  )

export const readKeys = (store: Store): Promise<IDBValidKey[]> =>
  transact([store], 'readonly', storeOf => storeOf(store).getAllKeys())

export const writeEntry = (store: Store, key: IDBValidKey, value: unknown): Promise<unknown> =>
  transact([store], 'readwrite', storeOf => storeOf(store).put(value, key))

export const removeEntries = (store: Store, keys: IDBValidKey[]): Promise<unknown> =>
  transact([store], 'readwrite', storeOf => {
    for (const key of keys) storeOf(store).delete(key)
    return undefined
  })

/** Removes all people, and the key without which their remains on the disk cannot be read. */
export const wipePeople = (): Promise<unknown> =>
  transact(['people', 'keys'], 'readwrite', storeOf => {
    storeOf('people').clear()
    storeOf('keys').delete('people')
    return undefined
  })

const makeKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** Returns the key of this name. Makes it first if `isMade`; of two tabs that make one, the first one's is used. */
async function keyOf(name: KeyName, isMade: boolean): Promise<CryptoKey | undefined> {
  const known = await readEntry<CryptoKey>('keys', name)
  if (known || !isMade) return known
  const made = await makeKey()
  await transact(['keys'], 'readwrite', storeOf => storeOf('keys').add(made, name)).catch(() => {})
  return readEntry<CryptoKey>('keys', name)
}

/** The place of a sealed value is authenticated with it, so that no value can be put in place of another. */
const ofPlace = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
})

export async function seal(name: KeyName, place: string, value: unknown): Promise<Sealed> {
  const key = await keyOf(name, true)
  if (!key) throw new Error('The device keeps no key')
  return sealWith(key, place, value)
}

async function sealWith(key: CryptoKey, place: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, bytes: await crypto.subtle.encrypt(ofPlace(iv, place), key, text) }
}

/**
 * Replaces everything about people in one step, sealed with a new key. The remains of what was there before cannot be read
 * any more, although the disk may still hold them.
 */
export async function replacePeople(
  entries: readonly { place: string; value: unknown; beside: object }[],
): Promise<void> {
  const key = await makeKey()
  const sealed = await Promise.all(
    entries.map(async ({ place, value, beside }) => ({
      place,
      entry: { ...beside, ...(await sealWith(key, place, value)) },
    })),
  )
  await transact(['people', 'keys'], 'readwrite', storeOf => {
    storeOf('keys').put(key, 'people')
    storeOf('people').clear()
    for (const { place, entry } of sealed) storeOf('people').put(entry, place)
    return undefined
  })
}

/** Opens a sealed value; undefined if its key was destroyed. */
export async function unseal<T>(
  name: KeyName,
  place: string,
  sealed: Sealed | undefined,
): Promise<T | undefined> {
  const key = sealed && (await keyOf(name, false))
  if (!key) return undefined
  try {
    const bytes = await crypto.subtle.decrypt(ofPlace(sealed.iv, place), key, sealed.bytes)
    return JSON.parse(new TextDecoder().decode(bytes)) as T
  } catch {
    return undefined
  }
}
