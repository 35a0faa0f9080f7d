import type { Send } from '#contract/client.ts'
import type { InlinePicture } from '#web/narrower-pictures.ts'
import type { Head } from '#web/page.ts'
import type { RuntimeSettings } from '#web/runtime-settings.ts'
import type { PageData } from './page-data.ts'

export interface RenderRequest {
  /** Path and query, as the browser asked for them. */
  url: string
  callInProcess: Send
  inlinePicture: InlinePicture
  settings: RuntimeSettings
  now: Date
}

/** What entry-server.tsx makes of an address: where it leads instead, or the page's answers and how to draw them. */
export type Asked =
  | { redirect: string }
  | {
      data: PageData
      /** Whether everything that was asked was answered. */
      isComplete: boolean
      draw: () => Promise<Drawn>
    }

/** A page: of the same address and the same complete data always the same. */
export interface Drawn {
  /** The page's own path, by which its files are found. */
  path: string
  head: Head & { title: string; business?: string }
  body: string
  canonical: string
  isPrivate: boolean
}

/** The renderer as the server imports it from its build: Node runs no TSX. */
export interface Renderer {
  /** Asks what a page needs. Drawing it costs twenty times as much, and may be left out where the result is known. */
  ask: (request: RenderRequest) => Promise<Asked>
  /** The file of each page's component, by the page's path: for the manifest of the build. */
  componentFiles: () => Promise<Record<string, string>>
}
