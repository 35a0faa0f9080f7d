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

/** What entry-server.tsx makes of an address: where it leads instead, or the page. */
export type Rendered =
  | { redirect: string }
  | {
      /** The page's own path, by which its files are found. */
      path: string
      head: Head & { title: string }
      body: string
      data: PageData
      canonical: string
      isPrivate: boolean
    }

/** The renderer as the server imports it from its build: Node runs no TSX. */
export interface Renderer {
  render: (request: RenderRequest) => Promise<Rendered>
  /** The file of each page's component, by the page's path: for the manifest of the build. */
  componentFiles: () => Promise<Record<string, string>>
}
