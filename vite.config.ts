import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// A few shared files beside the entry and the page: many small ones cost a phone more than they save.
const sharedFiles = [
  {
    // What every visit needs, the library included: several queries at once are the shop's alone, and only what sends
    // something needs mutations.
    name: 'site',
    test: /rolldown\/runtime|node_modules\/(preact|@tanstack)\/(?!.*\/(useQueries|queriesObserver|useMutation|mutationObserver))|\/contract\/client|\/web\/((api|as-react|has-looked-round|in-turn|narrower-pictures|page|page-view|pause|session|settings|today|when-idle)\.tsx?|(navigation|rendering)\/(?!layers)|site\/\w+\/pages|site\/shell\/(?!help-content|account-layout|bell-list)|site\/(content\/(queries|logo)|accounts\/profile-query|offerings\/lookup)|ui\/(button|messages|progress|skeleton|error-|empty-|page-heading|british-dates|lucide))|contract\/addresses|domain\/(refusal|calendar|offering-kinds|written-text|money)|lucide-react\/dist\/esm\/(shared|icons\/(chevron-(left|right)|x|pause|play)\.)/,
  },
  { name: 'contract', test: /\/contract\/(?!client)/ },
  {
    name: 'timetable',
    test: /\/site\/(offerings\/(timetable|week-|filter-row|queries)|timetable\/(timetable|type-strip))/,
  },
  {
    name: 'sights',
    test: /\/web\/(ui\/(carousel|hero|rich-text)|site\/(content\/promo-block|offerings\/offering-type-grid))/,
  },
  {
    name: 'forms',
    test: /\/web\/ui\/(field|form|radio|password|leave|pager)|domain\/sentences|\/(useMutation|mutationObserver)\./,
  },
  { name: 'widgets', test: /\/web\/(ui\/(?!clean-html|changed-meanwhile|fit-picture)|navigation\/layers)/ },
]

/** The shell's; what a page alone needs comes with it. */
const filesOfOffice = [{ name: 'office-library', test: /node_modules\/(preact|@tanstack)\// }]

/**
 * `vite build` makes the site's files in dist/web, `--mode office` the office's beside them: a build of its own, so that
 * no file which a parent loads knows of it. `--ssr` makes the page renderer in dist/server.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  appType: 'custom',
  publicDir: isSsrBuild || mode === 'office' ? false : 'web/public',
  resolve: {
    alias: [
      { find: /^.*\/createLucideIcon\.m?js$/, replacement: path('web/ui/lucide-icon.ts') },
      // Written for React, run on Preact, which is a quarter of it (record 079).
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^react(?:-dom)?\/(client|jsx-runtime)$/, replacement: 'preact/compat/$1' },
    ],
  },
  build: {
    target: 'es2023',
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    emptyOutDir: mode !== 'office',
    manifest: isSsrBuild ? false : mode === 'office' ? 'office.json' : 'manifest.json',
    modulePreload: { polyfill: false },
    // Fonts stay files: the style sheets are inlined into the pages.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // 'use client' in packages means nothing here.
      checks: { moduleLevelDirective: false },
      input: isSsrBuild
        ? 'web/rendering/entry-server.tsx'
        : mode === 'office'
          ? 'web/office/entry-office.tsx'
          : 'web/rendering/entry-client.tsx',
      output: isSsrBuild
        ? { entryFileNames: 'entry-server.js' }
        : { codeSplitting: { groups: mode === 'office' ? filesOfOffice : sharedFiles } },
    },
  },
  ssr: { noExternal: true, target: 'node' },
  // The production build of whatever tells the two apart, whatever the server is told of its environment.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
