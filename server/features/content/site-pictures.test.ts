import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { catalogueSentences as s } from '#domain/office/catalogue-sentences.ts'
import { namesOfPicture } from '#domain/picture-widths.ts'
import { sentences } from '#domain/sentences.ts'
import { makeAccount } from '#testing/make-account.ts'
import { classAsRead, classInput } from '#testing/make-class.ts'
import type { Answered } from '#testing/office-client.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const { token } = await makeStaff(app, { role: 'owner' })
const office = await app.office('manager')

/** A picture of 40 by 20, red on the left and blue on the right, rotated according to its orientation. */
const drawing = (orientation = 1) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff0000' } })
    .composite([
      { input: { create: { width: 20, height: 20, channels: 3, background: '#0000ff' } }, left: 20, top: 0 },
    ])
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()

interface Uploaded {
  id: number
  version: number
  path: string
}

async function upload(
  bytes: Buffer,
  cut = { left: 0, top: 0, width: 0, height: 0 },
  cookie = `office=${token}`,
  requestId = '',
) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]))
  const sent = new Response(form)
  const { origin } = new URL(app.services.config.publicUrl)
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/Office/Pictures/upload?${new URLSearchParams(Object.entries({ ...cut, ...(requestId && { requestId }) }).map(([name, given]) => [name, `${given}`] as [string, string]))}`,
    headers: { 'content-type': sent.headers.get('content-type') ?? '', 'x-office': '1', origin, cookie },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return { ...response.json(), status: response.statusCode } as Answered<Uploaded>
}
const bytesOf = async (path: string) => (await app.http.inject({ url: `/media/${path}` })).rawPayload

test('a picture is cropped as shown, encoded again, and usable once it has a description', async () => {
  const { data } = await upload(await drawing(6), { left: 0, top: 20, width: 20, height: 20 })
  const { width, height } = await sharp(await bytesOf(data.path)).metadata()
  expect([width, height]).toEqual([20, 20])
  const { dominant } = await sharp(await bytesOf(data.path)).stats()
  expect(dominant).toMatchObject({ r: expect.toSatisfy(r => r < 30), b: expect.toSatisfy(b => b > 220) })
  const category = { name: 'Cut', imagePath: data.path, isActive: true }
  expect(await refusal(office.categories.save(category))).toBe(s.describePicture)
  const { id, version } = data
  await expect(office.pictures.save({ id, version, alt: '', isDecoration: false })).rejects.toMatchObject({
    facts: { fields: { alt: s.describePicture } },
  })
  await office.pictures.save({ id, version, alt: 'A blue wall', isDecoration: false })
  await office.categories.save(category)
  expect((await office.pictures.list({})).items).toContainEqual(
    expect.objectContaining({ path: data.path, alt: 'A blue wall', usedIn: ['Category: Cut'] }),
  )
})

test('the library is paged, and only described pictures can be chosen', async () => {
  const upload1 = async () => (await upload(await drawing())).data
  const [older, newer] = [await upload1(), await upload1()]
  const { id, version } = older
  await office.pictures.save({ id, version, alt: 'The older one', isDecoration: false })
  const first = await office.pictures.list({ limit: 1 })
  expect(first).toMatchObject({ items: [{ id: newer.id, alt: null }], next: String(newer.id) })
  expect(await office.pictures.list({ limit: 1, after: first.next ?? '' })).toMatchObject({ items: [{ id }] })
  expect((await office.pictures.list({ described: true })).items[0]).toMatchObject({ id })
})

test("a picture's description and link appear in the home page's carousel", async () => {
  const [wall, kite] = [(await upload(await drawing())).data, (await upload(await drawing(6))).data]
  const described = { id: wall.id, version: wall.version, alt: 'A wall, blue', isDecoration: false }
  const refusedLink = office.pictures.save({ ...described, link: 'javascript:alert(1)' })
  await expect(refusedLink).rejects.toMatchObject({ facts: { fields: { link: s.pictureLink } } })
  for (const link of ['//evil.test', '/\\evil.test', 'https://a:b@evil.test', 'https://evil.test/\nx'])
    expect(await refusal(office.pictures.save({ ...described, link }))).toBe(s.pictureLink)
  const undescribed = office.pictures.save({ ...described, isDecoration: true, link: '/home/events' })
  await expect(undescribed).rejects.toMatchObject({ facts: { fields: { alt: s.describePicture } } })
  await office.pictures.save({ ...described, link: '/home/events' })
  await office.pictures.save({ id: kite.id, version: kite.version, alt: '', isDecoration: true })
  const carousel = { area: 'home', key: 'banners', note: '' }
  const { version } = await office.site.saveText({ ...carousel, value: `${kite.path},${wall.path}` })
  expect(await app.visitor.content.homeSettings()).toMatchObject({
    banners: [kite.path, wall.path],
    bannerAlts: ['', 'A wall, blue'],
    bannerLinks: ['', '/home/events'],
  })
  await office.site.saveText({ ...carousel, value: kite.path, version })
  expect(await app.visitor.content.homeSettings()).toMatchObject({ banners: [kite.path], bannerAlts: [] })
})

test('a picture that is in use, even in a text, cannot be deleted; an unused picture can', async () => {
  const { data } = await upload(await drawing())
  await office.pictures.save({ id: data.id, version: data.version, alt: '', isDecoration: true })
  const contentHtml = `<p>a</p><figure class="image"><img src="/media/${data.path}" alt=""></figure>`
  const article = { title: 'With picture', introduction: '', imagePath: '', contentHtml, isActive: true }
  const saved = await office.articles.save(article)
  expect(await refusal(office.pictures.remove({ id: data.id }))).toBe(s.pictureInUse)
  await office.articles.save({ ...article, ...saved, contentHtml: '' })
  await office.pictures.remove({ id: data.id })
  await app.runJobs()
  expect((await app.http.inject({ url: `/media/${data.path}` })).statusCode).toBe(404)
  expect(await refusal(office.articles.save({ ...article, imagePath: data.path }))).toBe(s.pictureMissing)
  expect(await refusal(office.articles.save(article))).toBe(s.pictureMissing)
  const terms = { area: 'site', key: 'termsHtml', value: contentHtml, note: '' }
  expect(await refusal(office.site.saveText(terms))).toBe(s.pictureMissing)
  const introductionHtml = contentHtml
  const request = await classInput(app, office)
  expect(await refusal(office.planner.makeClass({ ...request, introductionHtml }))).toBe(s.pictureMissing)
  const { offeringId } = await office.planner.makeClass(request)
  const present = await classAsRead(office, offeringId)
  expect(await refusal(office.planner.saveClass({ ...present, introductionHtml }))).toBe(s.pictureMissing)
  // An undescribed picture already in a text does not block other changes of the text.
  await changeRows(app.db, 'offerings', { id: offeringId }, { introduction_html: contentHtml })
  await office.planner.saveClass({ ...present, introductionHtml: `${contentHtml}<p>New</p>` })
})

test('a file that is no picture, and a caller outside the office, are refused', async () => {
  expect(await upload(Buffer.from('GIF89a nothing'))).toMatchObject({
    code: 0,
    msg: sentences.pictureUnreadable,
  })
  const outside = { left: 30, top: 0, width: 20, height: 20 }
  expect(await upload(await drawing(), outside)).toMatchObject({ msg: sentences.pictureUnreadable })
  const before = await rowsOf(app.db, 'site_pictures')
  const family = await makeAccount(app)
  expect(await upload(await drawing(), undefined, `office=${family.token}`)).toMatchObject({ status: 401 })
  expect(await upload(await drawing(), undefined, '')).toMatchObject({ status: 401 })
  const desk = await makeStaff(app, { role: 'frontDesk' })
  expect(await upload(await drawing(), undefined, `office=${desk.token}`)).toMatchObject({ code: 403 })
  expect(await rowsOf(app.db, 'site_pictures')).toEqual(before)
})

test('a picture that failed to be stored is not in the library, and the upload can be retried', async () => {
  const { pictures, log } = app.services
  const before = await rowsOf(app.db, 'site_pictures')
  const requestId = randomUUID()
  const press = async () => upload(await drawing(), undefined, undefined, requestId)
  const restore = () => Object.assign(app.services, { pictures, log })
  onTestFinished(() => void restore())
  const lines: string[] = []
  const keep = (path: string, bytes: Buffer) =>
    path.includes('-480') ? Promise.reject(new Error('full')) : pictures.keep(path, bytes)
  Object.assign(app.services, {
    pictures: { ...pictures, keep },
    log: { ...log, error: (event: string) => void lines.push(event) },
  })
  expect(await press()).toMatchObject({ code: 0, msg: sentences.pictureNotKept })
  expect(lines).toEqual(['picture not kept'])
  expect(await rowsOf(app.db, 'site_pictures')).toEqual(before)
  restore()
  const { data } = await press()
  expect(await press()).toMatchObject({ data })
  expect((await app.http.inject({ url: `/media/${data.path}` })).statusCode).toBe(200)

  // Files stored in vain are deleted after an hour, and nothing else is.
  app.clock.advance(61)
  await app.runJobs()
  const rows = await rowsOf(app.db, 'site_pictures')
  expect((await pictures.list()).sort()).toEqual(rows.flatMap(({ path }) => namesOfPicture(path)).sort())
})
