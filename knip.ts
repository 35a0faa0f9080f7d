import type { KnipConfig } from 'knip'

/** Paths that end with `!` are the product: `knip --production` finds code that only tests use. */
export default {
  entry: [
    'main.ts!',
    'web/office/entry-office.tsx!',
    'web/office/worker/office-worker.ts!',
    'scripts/!(*.test).ts!',
    'scripts/*.test.ts',
    'demo/draw-pictures.ts!',
    'demo/film-clip.ts!',
    'bench/*.ts',
    'journeys/**/*.ts',
  ],
  project: [
    '{contract,domain,server,web,demo,stripe-stand-in,scripts,bench}/**/*.{ts,tsx,css}!',
    '!**/*.test.{ts,tsx}!',
    '{testing,journeys}/**/*.ts',
  ],
  // A style sheet that nothing imports is dead too.
  compilers: {
    css: text => [...text.matchAll(/@import ("[^"]+")/g)].map(([, file]) => `import ${file}`).join('\n'),
  },
  // The system's own.
  ignoreBinaries: ['nginx', 'mkfifo'],
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig
