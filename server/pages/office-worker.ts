import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { isAtOffice } from '#server/features/staff/office-host.ts'
import type { Release } from '#web/office/worker/release.ts'
import type { PageSource } from './page-source.ts'

/** The address of the service worker. Its folder is the only part of the site that it controls. */
export const workerAddress = '/office/worker.js'

/** The pages that are opened on a phone in a hall: registers, dates and fire lists. */
const quickPages = '^/office/(registers|register|session|fire)(/|$)'

/**
 * A script that removes an installed worker and its files, and tells open pages, which then forget the people. Pages are
 * told at once: Chromium may activate a new worker minutes later, when the former one rests. Later pages ask.
 */
const endingWorker = `const end = async () => {
  for (const name of await caches.keys()) if (name.startsWith('maypole-office-')) await caches.delete(name)
  for (const page of await self.clients.matchAll({ includeUncontrolled: true, type: 'window' }))
    page.postMessage('maypole-office-ended')
}
const endForGood = event => event.waitUntil(end().then(() => self.registration.unregister()))
self.addEventListener('install', event => {
  self.skipWaiting()
  event.waitUntil(end())
})
self.addEventListener('activate', endForGood)
self.addEventListener('message', endForGood)
`

/** Whether this server gives browsers the service worker: it is built, and the operator has not ended it. */
export const hasOfficeWorker = (config: Pick<Config, 'hasOfflineRegisters'>, source: PageSource): boolean =>
  config.hasOfflineRegisters && source.officeWorker() !== undefined

/** Returns the script of the worker with the files of this release, or the script that removes an installed worker. */
function workerText(config: Config, source: PageSource, page: string): string {
  const built = source.officeWorker()
  if (!(built && hasOfficeWorker(config, source))) return endingWorker
  const files = ['/icon.svg', ...built.files.map(file => `/${file}`)]
  const hash = createHash('sha256').update(page).update(built.script).update(JSON.stringify(files))
  const release: Release = {
    ...{ version: hash.digest('hex').slice(0, 16), page: '/office/registers', quick: quickPages, files },
  }
  return `const release = ${JSON.stringify(release)};\n${built.script}`
}

/**
 * Serves the service worker of the office. Browsers ask for it again with every visit, so a change or an end reaches them
 * at once. It may fetch files of this server and do nothing else.
 */
export function mountOfficeWorker(
  app: FastifyInstance,
  config: Config,
  source: PageSource,
  page: string,
): void {
  const text = workerText(config, source, page)
  app.get(workerAddress, { exposeHeadRoute: true }, (request, reply) =>
    isAtOffice(config, request)
      ? reply
          .headers({
            'content-type': 'text/javascript; charset=utf-8',
            'content-security-policy': "default-src 'none'; connect-src 'self'",
            'cache-control': 'no-cache',
            'x-robots-tag': 'noindex',
          })
          .send(text)
      : reply.code(404).send(''),
  )
}
