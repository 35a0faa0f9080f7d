import { expect, test } from 'vitest'
import * as addresses from '#contract/office/addresses.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// Needs what `npm run build` makes, as the journeys do.
test('every address of the office is one shell, which nobody keeps and no search engine finds', async () => {
  const app = await startTestApp()
  const see = (url: string) => app.http.inject({ url, headers: { 'accept-encoding': 'identity' } })
  const shell = await see(addresses.today())
  expect(shell.statusCode).toBe(200)
  expect(shell.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  const policy = String(shell.headers['content-security-policy'])
  expect(policy).toContain("; style-src 'self'; ")
  expect(policy).toContain("; worker-src 'self'; manifest-src 'self'")
  expect(policy).toContain('; trusted-types dompurify page-text ProseMirrorClipboard office-worker')
  expect((await see(addresses.family({ id: 3 }))).body).toBe(shell.body)
  expect((await see('/robots.txt')).body + (await see('/sitemap.xml')).body).not.toContain('/office')
  for (const [, file] of shell.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect({ file, status: (await see(file as string)).statusCode }).toEqual({ file, status: 200 })
  }
})
