import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Renderer } from '#web/rendering/render.ts'

const sources = ['web', 'contract', 'domain', 'vite.config.ts', 'package-lock.json']
const stamp = 'dist/built-from'

/** Builds the pages, unless dist/ was built from the current sources. */
export async function buildPagesIfChanged(): Promise<void> {
  const present = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === present) return
  if (!existsSync('node_modules/vite')) {
    process.stderr.write(
      'Maypole did not start: the pages are not built, and building them takes npm ci without --omit=dev\n',
    )
    process.exit(1)
  }
  process.stdout.write('Building the pages …\n')
  // In a process of its own: the build sets NODE_ENV for itself.
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
}

export async function buildPages(): Promise<void> {
  const before = fingerprint()
  // So an interrupted build leaves no pages that count as complete.
  rmSync(stamp, { force: true })
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  await build({ logLevel: 'warn', mode: 'office' })
  await build({ logLevel: 'warn', mode: 'office-worker' })
  await build({
    logLevel: 'warn',
    build: { ssr: 'web/rendering/entry-server.tsx', outDir: 'dist/server', copyPublicDir: false },
  })
  const { componentFiles } = (await import(
    pathToFileURL(resolve('dist/server/entry-server.js')).href
  )) as Renderer
  writeFileSync('dist/server/component-files.json', JSON.stringify(await componentFiles()))
  packTightly('dist/web/assets')
  writeFileSync(stamp, before)
}

/** Compresses the files once at the highest level, which saves a seventh, and work per visitor. */
function packTightly(folder: string): void {
  for (const file of filesBelow(folder).filter(name => /\.(js|css|svg)$/.test(name))) {
    const text = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(text))
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  }
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesBelow)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map(name => join(path, name))
    .filter(name => statSync(name).isFile())
    .sort()
}
