import { enableCompileCache, flushCompileCache } from 'node:module'
import { buildPagesIfChanged } from './build-pages.ts'
import { endWithStarter } from './end-with-starter.ts'

// Stripping the types and compiling are done once, not at each start.
enableCompileCache('node_modules/.cache/compiled')

endWithStarter()
await buildPagesIfChanged()
await import('../main.ts')
flushCompileCache()
