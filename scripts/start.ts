import { enableCompileCache, flushCompileCache } from 'node:module'
import { buildPagesIfChanged } from './build-pages.ts'

// What stripping the types and compiling cost is paid once, not at each start.
enableCompileCache('node_modules/.cache/compiled')

await buildPagesIfChanged()
await import('#server/main.ts')
flushCompileCache()
