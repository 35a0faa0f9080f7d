import { buildPagesIfChanged } from './build-pages.ts'

await buildPagesIfChanged()
await import('#server/main.ts')
