import { keptFiles, type Release } from './release.ts'

/**
 * The service worker of the office. Without a signal it serves the office's page, and the scripts and styles of registers.
 * It stores files alone, never an answer of a call. The server puts `release` before this script, so that every release is
 * a new worker (record 268).
 */
declare const release: Release

interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEvent extends WorkerEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface WorkerScope {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener(kind: 'install' | 'activate', listen: (event: WorkerEvent) => void): void
  addEventListener(kind: 'fetch', listen: (event: FetchEvent) => void): void
}

const worker = self as unknown as WorkerScope
const own = keptFiles + release.version
const secondTryMilliseconds = 1_000
const hour = 60 * 60_000
/** How long the stored page is shown before the network is asked, since the server last sent the same page. */
const trustedHours = 24

/** Installs all files or none: after a failure the former worker stays. */
async function install(): Promise<void> {
  const cache = await caches.open(own)
  const wanted = [release.page, ...release.files]
  await cache.addAll(
    wanted.map(file => new Request(file, { cache: file === release.page ? 'reload' : 'default' })),
  )
  await worker.skipWaiting()
}

/** Keeps the files of the release before, because its pages may still be open. File names contain their hash. */
async function removeOldReleases(): Promise<void> {
  const known = (await caches.keys()).filter(name => name.startsWith(keptFiles) && name !== own)
  // In the order in which they were made.
  await Promise.all(known.slice(0, -1).map(name => caches.delete(name)))
  await worker.clients.claim()
}

/** Does not open the cache, because that would create it again after a page has removed it. */
function storedPage(): Promise<Response | undefined> {
  return caches.match(release.page, { cacheName: own })
}

/** Returns how long ago the server sent an answer. */
const ageOf = (answer: Response): number => Date.now() - Date.parse(answer.headers.get('date') ?? '')

/** Fetches the page at most once an hour. If it is unchanged, stores the new answer, whose date shows that it was checked. */
async function confirmPage(stored: Response): Promise<void> {
  if (ageOf(stored) < hour) return
  const fresh = await fetch(release.page, { cache: 'no-cache' })
  if (!fresh.ok || (await fresh.clone().text()) !== (await stored.text())) return
  if (await caches.has(own)) await (await caches.open(own)).put(release.page, fresh)
}

/**
 * Answers a navigation from the network, so that a new release is shown at once. Without an answer, or from a server that
 * is down, the stored page is shown. A register does not wait for the network if the server had the same page within a day:
 * a new release is shown at its next opening (record 287).
 */
async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const isQuick = new RegExp(release.quick).test(new URL(request.url).pathname)
  const stored = isQuick ? await storedPage() : undefined
  if (stored && ageOf(stored) < trustedHours * hour) {
    event.waitUntil(confirmPage(stored.clone()).catch(() => {}))
    return stored
  }
  const fromNetwork = await fetch(request).then(
    answer => (answer.status < 500 ? answer : undefined),
    () => undefined,
  )
  return fromNetwork ?? (await storedPage()) ?? Response.error()
}

/** Tries a missing file twice: when the signal comes back, a page may ask before this worker has a network. */
async function answerFile(request: Request): Promise<Response> {
  const stored = await caches.match(request, { ignoreVary: true })
  if (stored) return stored
  try {
    return await fetch(request)
  } catch {
    await new Promise(resolve => setTimeout(resolve, secondTryMilliseconds))
    return fetch(request)
  }
}

worker.addEventListener('install', event => event.waitUntil(install()))
worker.addEventListener('activate', event => event.waitUntil(removeOldReleases()))
worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && request.destination === 'document') {
    event.respondWith(answerPage(event))
  } else if (pathname.startsWith('/assets/') || release.files.includes(pathname)) {
    event.respondWith(answerFile(request))
  }
})
