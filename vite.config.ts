import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// A few shared files beside the entry and the page: many small ones cost a phone more than they save.
const sharedFiles = [
  // Several queries at once are the shop's alone.
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*\/(useQueries|queriesObserver))/,
  },
  {
    name: 'site',
    test: /\/contract\/client|\/web\/((api|narrower-pictures|page|pause|session|settings|today|when-idle)\.tsx?|(navigation|rendering)\/(?!entry-|layers)|site\/\w+\/pages|site\/shell\/(?!help-content|account-layout)|site\/(content\/(queries|logo)|accounts\/profile-query|offerings\/lookup)|ui\/(button|messages|progress|skeleton|error-|empty-|page-heading|lucide))|contract\/addresses|domain\/(refusal|calendar|offering-kinds)|lucide-react\/dist\/esm\/(shared|icons\/(chevron-(left|right)|x|pause|play)\.)/,
  },
  { name: 'contract', test: /\/contract\/(?!client)/ },
  {
    name: 'timetable',
    test: /\/site\/(offerings\/(timetable|week-|filter-row|queries)|timetable\/(timetable|type-strip|classes-page))/,
  },
  {
    name: 'sights',
    test: /\/web\/(ui\/(carousel|hero|rich-text)|site\/(content\/promo-block|offerings\/offering-type-grid))/,
  },
  { name: 'forms', test: /\/web\/ui\/(field|form|radio|password|leave|pager)|domain\/sentences/ },
  { name: 'widgets', test: /\/web\/(ui\/(?!clean-html)|navigation\/layers)/ },
]

/** `vite build` makes the browser's files in dist/web; `vite build --ssr` makes the page renderer in dist/server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  resolve: {
    alias: [{ find: /^.*\/createLucideIcon\.m?js$/, replacement: path('web/ui/lucide-icon.ts') }],
  },
  build: {
    target: 'es2023',
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: { polyfill: false },
    // Fonts stay files: the style sheets are inlined into the pages.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: isSsrBuild ? 'web/rendering/entry-server.tsx' : 'web/rendering/entry-client.tsx',
      output: isSsrBuild ? { entryFileNames: 'entry-server.js' } : { codeSplitting: { groups: sharedFiles } },
    },
  },
  ssr: { noExternal: true, target: 'node' },
  // The renderer has React's production build whatever the server is told of its environment: it costs half as much.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
