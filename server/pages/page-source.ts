import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Renderer } from '#web/rendering/render.ts'
import {
  type OfficeFiles,
  type OfficeWorker,
  type PageFiles,
  readOfficeFiles,
  readOfficeWorker,
  readPageFiles,
} from './page-files.ts'

/** The renderer of pages and the files that they load. */
export interface PageSource {
  /** Serves the scripts, the styles and the files of web/public. */
  mount: (app: FastifyInstance) => Promise<void>
  loadRenderer: () => Promise<Renderer>
  filesOf: (pagePath: string) => PageFiles
  officeFiles: () => OfficeFiles
  /** The service worker of the office; undefined while the sources are edited. */
  officeWorker: () => OfficeWorker | undefined
  /** The parts that the development server adds to a document's head; '' for a built page. */
  head: string
  /** Changes a document's policy so that the development server's additions work. */
  relaxPolicy: (policy: string) => string
  /** Whether a rendered page may be reused, which is not so while its sources are edited. */
  keepsPages: boolean
}

const dist = new URL('../../dist/', import.meta.url)
const files = fileURLToPath(new URL('web/', dist))
const renderer = fileURLToPath(new URL('server/entry-server.js', dist))

/** Serves the output of `npm run build`; undefined without a build. */
function builtSource(): PageSource | undefined {
  if (!existsSync(files)) return undefined
  let readFiles: PageSource['filesOf'] | undefined
  return {
    async mount(app) {
      await app.register(fastifyStatic, {
        root: files,
        prefix: '/',
        wildcard: false,
        decorateReply: false,
        index: false,
        maxAge: '365d',
        immutable: true,
        preCompressed: true,
      })
    },
    async loadRenderer() {
      if (!existsSync(renderer)) throw new Error('The web pages have not been built: run `npm run build`')
      return (await import(renderer)) as Renderer
    },
    filesOf(pagePath) {
      readFiles ??= readPageFiles(dist)
      return readFiles(pagePath)
    },
    officeFiles: () => readOfficeFiles(dist),
    officeWorker: () => readOfficeWorker(dist),
    head: '',
    relaxPolicy: policy => policy,
    keepsPages: true,
  }
}

let development: PageSource | undefined

/** Takes pages from the development server. Called before the server starts. */
export function setPageSource(source: PageSource): void {
  development = source
}

export const findPageSource = (): PageSource | undefined => development ?? builtSource()
