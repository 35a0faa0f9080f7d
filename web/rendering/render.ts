import type { Send } from '#contract/client.ts'
import type { InlinePicture } from '#web/narrower-pictures.ts'
import type { Head } from '#web/page.ts'
import type { RuntimeSettings } from '#web/runtime-settings.ts'
import type { PageData } from './page-data.ts'

export interface RenderRequest {
  /** The requested path and query. */
  url: string
  callInProcess: Send
  inlinePicture: InlinePicture
  settings: RuntimeSettings
  now: Date
}

/** The result of entry-server.tsx for an address: a redirect, or the page's data and how to render it. */
export type Asked =
  | { redirect: string }
  | {
      data: PageData
      /** Whether every query was answered. */
      isComplete: boolean
      draw: () => Promise<Drawn>
    }

/** A rendered page. The same address and complete data always give the same page. */
export interface Drawn {
  /** The page's own path, by which its files are found. */
  path: string
  head: Head & { title: string; business?: string }
  body: string
  canonical: string
  isPrivate: boolean
}

/** The renderer as the server imports it from its build, because Node does not run TSX. */
export interface Renderer {
  /** Fetches the data of a page. Rendering costs twenty times as much, and is skipped if the result is known. */
  ask: (request: RenderRequest) => Promise<Asked>
  /** Returns the file of each page's component by the page's path, for the build's manifest. */
  componentFiles: () => Promise<Record<string, string>>
}
