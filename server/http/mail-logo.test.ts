import sharp from 'sharp'
import { expect, test } from 'vitest'
import { mailLogoAddress, mailLogoPath } from '#server/pictures/picture-address.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const { business, pictures } = app.services
const get = () => app.http.inject({ url: mailLogoPath })
const keep = async (path: string, background: string) => {
  const picture = { create: { width: 400, height: 80, channels: 3 as const, background } }
  await pictures.keep(path, await sharp(picture).webp().toBuffer())
}

test('a mail shows the logo as PNG, which pages of other origins may show', async () => {
  business.logo = ''
  expect((await get()).statusCode).toBe(404)
  const [first, second] = ['a', 'b'].map(letter => `uploads/${letter.repeat(32)}.webp`) as [string, string]
  await keep(first, '#c23f1b')
  business.logo = first
  const answer = await get()
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  expect(answer.headers).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=86400',
  })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 480, height: 96 })
  // Another logo has another address, and is drawn again.
  await keep(second, '#1b3fc2')
  business.logo = second
  expect((await get()).rawPayload.equals(answer.rawPayload)).toBe(false)
  const { config } = app.services
  expect(mailLogoAddress(config, first)).not.toBe(mailLogoAddress(config, second))
})

test('a logo stored elsewhere is shown from the address of the pictures', async () => {
  business.logo = 'logo-elsewhere.webp'
  const answer = await get()
  expect([answer.statusCode, answer.headers.location]).toEqual([
    302,
    expect.stringMatching(/\/media\/logo-elsewhere\.webp$/),
  ])
})
