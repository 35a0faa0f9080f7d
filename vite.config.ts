import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `vite build` makes the browser's files in dist/web; `vite build --ssr` makes the page renderer in dist/server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    target: 'es2023',
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    // Fonts stay files: the style sheet is inlined into every page.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: isSsrBuild ? 'web/entry-server.tsx' : 'web/entry-client.tsx',
      output: isSsrBuild ? { entryFileNames: 'entry-server.js' } : {},
    },
  },
  ssr: { noExternal: true, target: 'node' },
}))
