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
  { name: 'timetable', test: /[\\/]web[\\/]site[\\/](offerings|timetable)[\\/]/, minShareCount: 3 },
]

/**
 * `npm run dev` serves all sources as they are (scripts/dev-server.ts). `vite build` makes the site's files in
 * dist/web. `--mode office` makes the office's beside them, as a separate build, so that no file of a parent's page
 * contains any of it. `--ssr` makes the page renderer in dist/server.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  appType: 'custom',
  plugins: command === 'serve' ? [react()] : [],
  cacheDir: 'node_modules/.cache/vite',
  publicDir: isSsrBuild || mode === 'office' ? false : 'web/public',
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
        : {
            codeSplitting: {
              groups:
                mode === 'office' ? [libraries, { name: 'shell', tags: ['$initial' as const] }] : filesOfSite,
            },
          },
    },
  },
  ssr: { ...(command === 'build' && { noExternal: true }), target: 'node' },
  optimizeDeps: { entries: ['web/rendering/entry-client.tsx', 'web/office/entry-office.tsx'] },
  // The production build of whatever tells the two apart, whatever the server is told of its environment.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
