import { enableCompileCache, flushCompileCache } from 'node:module'
import { buildPagesIfChanged } from './build-pages.ts'
import { endWithStarter } from './end-with-starter.ts'

// What stripping the types and compiling cost is paid once, not at each start.
enableCompileCache('node_modules/.cache/compiled')

endWithStarter()
await buildPagesIfChanged()
await import('../main.ts')
flushCompileCache()
