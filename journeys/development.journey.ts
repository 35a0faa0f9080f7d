import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { expect, signedInTest, test, visit } from './site-test.ts'

/** Addresses of visitors' pages, and of account pages that lead a visitor to log-in. */
const addresses = [
  '/home/home',
  '/home/classes',
  '/home/event',
  '/home/parent',
  '/home/classify/detail?id=1',
  '/home/classPack',
  '/home/about',
  '/home/contact',
  '/home/party',
  '/home/bespoke',
  '/home/helpCenter',
  '/home/mall',
  '/home/mall/classfiy?index=0',
  '/home/mall/detail?id=1',
  '/term',
  '/home/cart',
  '/home/userInfo/orderList',
  '/home/userInfo/user',
  '/home/messageDetail',
  '/login',
  '/register',
  '/forget',
]

/** Builds the site with React's development build, which reports differences between server and browser. */
async function buildForDevelopment(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'maypole-development-'))
  await build({
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { outDir, emptyOutDir: true, minify: false, copyPublicDir: false },
  })
  return outDir
}

/**
 * Serves that build's files to a page instead of the server's; `change` may alter the page's HTML.
 */
async function serveBuild(page: Page, outDir: string, change = (html: string) => html): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8'))
  const entry = manifest['web/rendering/entry-client.tsx'].file
  await page.route('**/assets/*', route => {
    const path = join(outDir, 'assets', basename(new URL(route.request().url()).pathname))
    return existsSync(path) ? route.fulfill({ path }) : route.continue()
  })
  await page.route(/\/(home|term|login|register|forget)\b/, async route => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = (await response.text())
      .replaceAll(/<link rel="modulepreload"[^>]*>\n?/g, '')
      .replace(/assets\/entry-client-[\w-]+\.js/, entry)
    return route.fulfill({ response, body: change(html) })
  })
}

let outDir: string
test.beforeAll(async () => {
  outDir = await buildForDevelopment()
})
test.afterAll(() => rmSync(outDir, { recursive: true, force: true }))

/** Visits every address. Errors fail the journey by themselves (site-test.ts), and warnings fail it here. */
async function expectNoComplaints(page: Page): Promise<void> {
  test.slow()
  const warnings: string[] = []
  page.on('console', message => {
    if (message.type() === 'warning') warnings.push(`${message.text()} (${page.url()})`)
  })
  await serveBuild(page, outDir)
  for (const address of addresses) await visit(page, address, 'domcontentloaded')
  expect(warnings).toEqual([])
}

test('React’s development build reports nothing on a visitor’s pages', async ({ page }) => {
  await expectNoComplaints(page)
})

signedInTest('React’s development build reports nothing on a parent’s pages', async ({ page }) => {
  await expectNoComplaints(page)
})

test('React’s development build reports a difference between server and browser', {
  tag: '@desk',
}, async ({ page, complaints, expectedComplaints }) => {
  expectedComplaints.push(/[Hh]ydrat/)
  await serveBuild(page, outDir, html => html.replace('>About us</h1>', '>About them</h1>'))
  await visit(page, '/home/about')
  await expect.poll(() => complaints.join()).toMatch(/[Hh]ydration failed/)
})
