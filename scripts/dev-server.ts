import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'
import { hashOf } from '#server/pages/page-files.ts'
import { type PageSource, setPageSource } from '#server/pages/page-source.ts'
import type { Renderer } from '#web/rendering/render.ts'

/**
 * Runs the product with pages from Vite's development server. A saved component is replaced in the open page.
 */

/** Lets React's Fast Refresh listen before the first component is loaded, as @vitejs/plugin-react asks for. */
const preamble = `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => type => type`

const ofServer = /^\/(api|media|healthz|readyz|metrics|dev)(\/|$|\?)/
let vite: ViteDevServer

const source: PageSource = {
  async mount(app: FastifyInstance) {
    vite = await createServer({
      server: {
        middlewareMode: true,
        hmr: { server: app.server },
        watch: { ignored: ['**/data/**', '**/dist/**', '**/test-results/**'] },
      },
    })
    const serve = (request: IncomingMessage, response: ServerResponse) =>
      new Promise<void>((resolve, reject) => {
        response.once('close', resolve)
        vite.middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve()))
      })
    app.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'GET' || ofServer.test(request.url)) return
      await serve(request.raw, reply.raw)
      if (reply.raw.writableEnded) reply.hijack()
    })
    app.addHook('onClose', () => vite.close())
  },
  loadRenderer: async () => (await vite.ssrLoadModule('/web/rendering/entry-server.tsx')) as Renderer,
  filesOf: () => ({ entry: 'web/rendering/entry-client.tsx', preloads: [], styles: [] }),
  officeFiles: () => ({ entry: 'web/office/entry-office.tsx', preloads: [], css: [] }),
  officeWorker: () => undefined,
  head: `<script type="module">${preamble}</script>
<script type="module" src="/@vite/client"></script>
`,
  // Vite adds its style sheets by script.
  relaxPolicy: policy =>
    policy
      .replace("script-src 'self'", `$& 'sha256-${hashOf(preamble)}'`)
      .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
  keepsPages: false,
}

setPageSource(source)
await import('../main.ts')
