import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { contract } from '#contract/contract.ts'
import { familyTab, pictures } from '#contract/office/addresses.ts'
import { maxPictureMegabytes, megabyte } from '#domain/limits.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from './barriers.ts'
import { message } from './booking-dialog.ts'
import { addressOf, holdBack } from './calls-of-page.ts'
import { startStaffSession } from './office/staff-sign-in.ts'
import { expect, signedInTest, visit } from './site-test.ts'

const photo = (background: string) =>
  sharp({ create: { width: 700, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer()

const choose = async (page: Page, label: string, buffer: Buffer, name = 'me.jpg') => {
  const answered = page.waitForResponse(addressOf(contract.content.uploadPicture))
  await page.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await answered
}

const isShown = (page: Page, place: string) =>
  expect
    .poll(() =>
      page
        .locator(`${place} img[src*="/uploads/"]`)
        .first()
        .evaluate((picture: HTMLImageElement) => picture.naturalWidth),
    )
    .toBeGreaterThan(0)

/** Makes a picture of noise with a file as large as a camera's photo. A GIF is padded at its end. */
const largePhoto = async (format: 'jpeg' | 'webp' | 'gif') => {
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const
  const [width, height] = { jpeg: [2400, 1800], webp: [1400, 1300], gif: [300, 200] }[format] as [
    number,
    number,
  ]
  const image = sharp({ create: { width, height, channels: 3, background: 'white', noise } })
  const written = {
    jpeg: () => image.jpeg({ quality: 100 }).toBuffer(),
    webp: () => image.webp({ lossless: true, effort: 0 }).toBuffer(),
    gif: async () =>
      Buffer.concat([await image.gif().toBuffer(), Buffer.alloc(maxPictureMegabytes * megabyte)]),
  }
  return written[format]()
}

signedInTest(
  'a photo that is too large is scaled down before upload',
  { tag: '@phone' },
  async ({ page }) => {
    signedInTest.slow()
    await visit(page, '/home/userInfo/editUser')
    await expect(page.getByLabel('First name')).toBeVisible()
    for (const format of ['jpeg', 'webp', 'gif'] as const) {
      const buffer = await largePhoto(format)
      expect(buffer.byteLength).toBeGreaterThan(maxPictureMegabytes * megabyte)
      const answered = page.waitForResponse(addressOf(contract.content.uploadPicture))
      await page
        .getByLabel('Your picture', { exact: true })
        .setInputFiles({ name: `me.${format}`, mimeType: `image/${format}`, buffer })
      expect(await (await answered).json()).toMatchObject({ code: 1 })
      await expect(page.getByRole('button', { name: 'Change picture' })).toBeEnabled()
    }
    await isShown(page, 'main')
  },
)

signedInTest(
  'a file that the browser cannot open is refused before upload; HEIC gets advice',
  { tag: '@desk' },
  async ({ page }) => {
    await visit(page, '/home/userInfo/editUser')
    await expect(page.getByLabel('First name')).toBeVisible()
    const sent: string[] = []
    page.on('request', request => sent.push(request.url()))
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(9_000_000)])
    for (const [name, mimeType, buffer, sentence] of [
      ['photo.HEIC', 'image/heic', heic, sentences.savePhotoAsJpeg],
      ['renamed.jpg', 'image/jpeg', heic, sentences.savePhotoAsJpeg],
      ['broken.jpg', 'image/jpeg', Buffer.alloc(9_000_000), sentences.pictureUnreadable],
    ] as const) {
      await page.getByLabel('Your picture', { exact: true }).setInputFiles({ name, mimeType, buffer })
      await expect(message(page, sentence)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeEnabled()
    }
    expect(sent.filter(url => url.endsWith(contract.content.uploadPicture.path))).toEqual([])
  },
)

signedInTest(
  'the office takes a large photo, and refuses HEIC before it is cropped',
  { tag: '@desk' },
  async ({ page, site }) => {
    await startStaffSession(page, site, 'manager')
    await visit(page, pictures())
    await page.getByRole('button', { name: 'Upload a picture' }).first().click()
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    const chooser = picker.getByLabel('Picture from this device')
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypmif1', 'latin1'), Buffer.alloc(1_000)])
    await chooser.setInputFiles({ name: 'photo.heic', mimeType: 'image/heic', buffer: heic })
    await expect(message(page, sentences.savePhotoAsJpeg)).toBeVisible()
    await chooser.setInputFiles({
      name: 'hall.jpg',
      mimeType: 'image/jpeg',
      buffer: await largePhoto('jpeg'),
    })
    const cutting = page.getByRole('dialog', { name: 'Crop and describe it' })
    await cutting.getByLabel('Describe the picture').fill('A hall full of dots')
    await cutting.getByRole('button', { name: 'Use this picture' }).click()
    await expect(cutting).toBeHidden()
    await expect(page.getByText('A hall full of dots').first()).toBeVisible()
  },
)

for (const [form, label] of [
  ['editUser', 'Your picture'],
  ['editChild?id=', 'Pick-up person’s picture'],
] as const) {
  signedInTest(
    `a form is not saved without the picture that is still uploading: ${label}`,
    { tag: form === 'editUser' ? '@phone' : '@desk' },
    async ({ page, person }) => {
      const [child] = await person.api.children.list()
      await visit(page, `/home/userInfo/${form}${form.endsWith('=') ? child?.id : ''}`)
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
      const send = await holdBack(page, addressOf(contract.content.uploadPicture))
      const chosen = choose(page, label, await photo('#1f6f45'))
      await expect(page.getByText('Sending your picture …')).toBeVisible()
      const save = page.getByRole('button', { name: 'Save' })
      await expect(save).toHaveAttribute('aria-busy', 'true')
      await save.click({ force: true })
      send()
      await chosen
      await expect(save).not.toHaveAttribute('aria-busy')
      await save.click()
      await expect(page).toHaveURL(/\/home\/userInfo\/(user|child\?.*)$/)
      await isShown(page, 'main')
    },
  )
}

// Proves CHILD-16, CHILD-23, ERR-20.
signedInTest(
  'a child’s picture and the pick-up person’s survive a reload and are saved',
  async ({ page, site, person }) => {
    const [child] = await person.api.children.list()
    await visit(page, `/home/userInfo/editChild?id=${child?.id}`)
    await expect(page.getByLabel('Child’s first name')).toBeVisible()
    await choose(page, 'Your child’s picture', await photo('#c23f1b'))
    await choose(page, 'Pick-up person’s picture', await photo('#17414d'))
    await expect(page.getByRole('button', { name: 'Change picture' })).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Change picture' })).toHaveCount(2)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(message(page, sentences.childEdited)).toBeVisible()
    await visit(page, `/home/userInfo/child?id=${child?.id}`)
    await expect(page.locator('main img.avatar-large[src*="/uploads/"]')).toHaveCount(2)

    // At the desk, the picture identifies the pick-up person.
    const office = await startStaffSession(page, site, 'frontDesk')
    const { people } = await office.families.search({ words: person.email })
    await visit(page, familyTab({ id: people[0]?.accountId as number, tab: 'children' }))
    await isShown(page, '.pick-up-photo')
    await isShown(page, '.family-child h2')
    await expectAccessible(page, 24)
  },
)
