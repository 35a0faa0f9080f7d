/** The facts about a release that the server gives to the service worker of the office. */
export interface Release {
  version: string
  /** The office's page, which is the same for all its addresses. */
  page: string
  /** The addresses whose page comes from the device. */
  quick: string
  files: string[]
}

/** The beginning of the names under which a device keeps the files of a release; the worker that ends removes them too. */
export const keptFiles = 'maypole-office-'

/** The message by which a worker that ends tells the pages of its device (server/pages/office-worker.ts). */
export const endOfWorker = 'maypole-office-ended'
