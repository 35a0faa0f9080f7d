import { expect, test } from 'vitest'
import { home } from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { losesPasskeys } from '#server/features/staff/office-host.ts'
import { makeStaff } from '#testing/office-client.ts'
import { changeRows, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// Needs a build, as the journeys do.
test('every office address serves the same page, uncached and hidden from search engines', async () => {
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

test('the service worker holds the files of registers and asks for nothing else; a setting ends it', async () => {
  const see = async (hasOfflineRegisters: boolean) => {
    const app = await startTestApp({ config: { hasOfflineRegisters } })
    const get = (url: string) => app.http.inject({ url, headers: { 'accept-encoding': 'identity' } })
    return { get, page: (await get(addresses.registers())).body, worker: await get('/office/worker.js') }
  }
  const on = await see(true)
  expect(on.worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
  expect(on.page).toContain('<meta name="office-worker" content="/office/worker.js">')
  const { files, page } = JSON.parse(/^const release = (.*);$/m.exec(on.worker.body)?.[1] ?? '')
  expect(files.some((file: string) => /register-page-.*\.js$/.test(file))).toBe(true)
  for (const file of [page, ...files])
    expect({ file, status: (await on.get(file)).statusCode }).toEqual({ file, status: 200 })
  // Parents' pages know nothing of it.
  expect((await on.get(home())).body).not.toContain('worker')

  const off = await see(false)
  expect(off.page).not.toContain('office-worker')
  expect(off.worker.body).toContain('registration.unregister()')
  expect(off.worker.body).not.toContain('fetch')
})

test('with its own host name the office is served there only, and the site is not', async () => {
  const officeUrl = 'http://office.example.test'
  const app = await startTestApp({ config: { officeUrl } })
  const { publicUrl } = app.services.config
  const see = async (url: string, host: string, token = '') => {
    const headers = { host: new URL(host).host, ...(token && { cookie: `office=${token}` }) }
    const { statusCode, headers: told } = await app.http.inject({ url, headers })
    return told.location ?? statusCode
  }
  const { token, staffId } = await makeStaff(app)
  expect(await see('/office/orders?state=paid', publicUrl)).toBe(`${officeUrl}/office/orders?state=paid`)
  expect(await see('/office/orders', officeUrl)).toBe(200)
  await changeRows(app.db, 'business', {}, { opened_at: null })
  app.services.business.isOpen = false
  expect(await see(home(), publicUrl)).toBe(503)
  expect(await see(home(), officeUrl)).toBe(publicUrl + home())
  expect(await see(home(), officeUrl, token)).toBe(200)
  app.services.business.isOpen = true
  expect(await see(home(), officeUrl, token)).toBe(publicUrl + home())

  const asked = (origin: string, of = officeUrl) =>
    app.officeCall('Office/Session/me', {}, { token, headers: { origin, host: new URL(of).host } })
  expect(await asked(officeUrl)).toMatchObject({ code: 1 })
  expect(await asked(publicUrl)).toMatchObject({ code: 403 })
  // A proxy that restricts the office's host must not be bypassed through the site's.
  expect(await asked(officeUrl, publicUrl)).toMatchObject({ status: 404 })
  const preview = {
    method: 'POST',
    url: '/office/preview',
    headers: { host: new URL(publicUrl).host },
  } as const
  expect((await app.http.inject(preview)).statusCode).toBe(404)

  expect(await losesPasskeys(app.db, officeUrl)).toBe(false)
  await writeRow(app.db, 'staff_passkeys', {
    staff_id: staffId,
    name: 'A phone',
    credential_id: Buffer.from('credential'),
    public_key: Buffer.from('key'),
    sign_count: 0,
    created_at: app.clock.now(),
  })
  expect(await losesPasskeys(app.db, officeUrl)).toBe(false)
  expect(await losesPasskeys(app.db, publicUrl)).toBe(true)
  expect(await losesPasskeys(app.db, publicUrl)).toBe(false)
})
