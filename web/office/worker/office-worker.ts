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

/** Opens nothing, because that would make the files' store again after a page has removed it. */
function storedPage(): Promise<Response | undefined> {
  return caches.match(release.page, { cacheName: own })
}

/**
 * Answers a navigation from the network, so that a new release is shown at once. Without an answer, or from a server that
 * is down, the stored page is shown. A register does not wait for the network: a new release is shown at its next opening.
 */
async function answerPage(request: Request): Promise<Response> {
  const isQuick = new RegExp(release.quick).test(new URL(request.url).pathname)
  const stored = isQuick ? await storedPage() : undefined
  if (stored) return stored
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
    event.respondWith(answerPage(request))
  } else if (pathname.startsWith('/assets/') || release.files.includes(pathname)) {
    event.respondWith(answerFile(request))
  }
})
