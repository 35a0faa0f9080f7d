import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The packages that every page needs. A release that changes none of them keeps this file in the caches. */
const libraries = { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial' as const] }

/**
 * The files that pages share, by folder, because many small ones cost a phone more than they save. A group includes the
 * imports of its modules, so the order matters.
 */
const filesOfSite = [
  libraries,
  { name: 'shell', test: /[\\/]web[\\/](rendering|ui)[\\/][^\\/]+$/ },
  { name: 'domain', test: /[\\/]domain[\\/]/, minShareCount: 20 },
  { name: 'forms', test: /[\\/]web[\\/]ui[\\/]forms[\\/]/, minShareCount: 2 },
  { name: 'showcase', test: /[\\/]web[\\/]ui[\\/]showcase[\\/]/, minShareCount: 2 },
  // What the home page's finder shares with the timetable: no card, no week, and none of their styles.
  {
    name: 'finder',
    test: /[\\/]web[\\/]site[\\/]offerings[\\/](timetable-(view|query)|queries|lookup-queries|kind-words|near-me|near-me-button|child-ages)\.tsx?$/,
    minShareCount: 2,
  },
  { name: 'timetable', test: /[\\/]web[\\/]site[\\/](offerings|timetable)[\\/]/, minShareCount: 3 },
]

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null
}
const neededByRegister = new Set<string>()
/** Whether the page of a register imports a module, by itself or through others. */
function isNeededByRegister(id: string, modules: Modules): boolean {
  const reach = (one: string) => {
    if (neededByRegister.has(one)) return
    neededByRegister.add(one)
    for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) reach(imported)
  }
  if (neededByRegister.size === 0) reach(join(import.meta.dirname, 'web/office/registers/register-page.tsx'))
  return neededByRegister.has(id)
}

/**
 * The files that the pages of the office share. What a register shares with others is one file, because a slow phone asks
 * its service worker for each of them.
 */
const filesOfOffice = [
  libraries,
  { name: 'shell', tags: ['$initial' as const] },
  {
    debugName: 'hall',
    name: (id: string, modules: Modules) => (isNeededByRegister(id, modules) ? 'hall' : null),
    test: /[\\/](web|domain|contract)[\\/].*\.tsx?$/,
    minShareCount: 2,
  },
]

const isWorkerBuild = (mode: string) => mode === 'office-worker'

/**
 * `npm run dev` serves all sources as they are (scripts/dev-server.ts). `vite build` makes the site's files in
 * dist/web. `--mode office` makes the office's beside them, as a separate build, so that no file of a parent's page
 * contains any of it. `--mode office-worker` makes its service worker in dist/worker, one file without imports. `--ssr` makes the page renderer in dist/server.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  appType: 'custom',
  plugins: command === 'serve' ? [react()] : [],
  cacheDir: 'node_modules/.cache/vite',
  publicDir: isSsrBuild || mode !== 'production' ? false : 'web/public',
  build: {
    target: 'es2023',
    outDir: isSsrBuild ? 'dist/server' : isWorkerBuild(mode) ? 'dist/worker' : 'dist/web',
    emptyOutDir: mode !== 'office',
    manifest: isSsrBuild || isWorkerBuild(mode) ? false : mode === 'office' ? 'office.json' : 'manifest.json',
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
          : isWorkerBuild(mode)
            ? 'web/office/worker/office-worker.ts'
            : 'web/rendering/entry-client.tsx',
      output: isSsrBuild
        ? { entryFileNames: 'entry-server.js' }
        : isWorkerBuild(mode)
          ? { entryFileNames: 'office-worker.js' }
          : {
              codeSplitting: {
                groups: mode === 'office' ? filesOfOffice : filesOfSite,
              },
            },
    },
  },
  ssr: { ...(command === 'build' && { noExternal: true }), target: 'node' },
  optimizeDeps: { entries: ['web/rendering/entry-client.tsx', 'web/office/entry-office.tsx'] },
  // The production build of whatever tells the two apart, whatever the server is told of its environment.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
