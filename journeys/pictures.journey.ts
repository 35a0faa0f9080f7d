import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { contract } from '#contract/contract.ts'
import { familyTab } from '#contract/office/addresses.ts'
import { megabyte, mostMegabytes } from '#domain/picture-limits.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from './barriers.ts'
import { message } from './booking-dialog.ts'
import { addressOf, holdBack } from './calls-of-page.ts'
import { enterOffice } from './office/at-the-door.ts'
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

signedInTest(
  'a picture that is too large is refused before it is sent',
  { tag: '@desk' },
  async ({ page }) => {
    await visit(page, '/home/userInfo/editUser')
    await expect(page.getByLabel('First name')).toBeVisible()
    const sent: string[] = []
    page.on('request', request => sent.push(request.url()))
    const tooLarge = {
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.alloc(mostMegabytes * megabyte + 1),
    }
    await page.getByLabel('Your picture', { exact: true }).setInputFiles(tooLarge)
    await expect(message(page, sentences.pictureTooLarge)).toBeVisible()
    expect(sent.filter(url => url.endsWith(contract.content.uploadPicture.path))).toEqual([])
  },
)

for (const [form, label] of [
  ['editUser', 'Your picture'],
  ['editChild?id=', 'Pick-up person’s picture'],
] as const) {
  signedInTest(
    `nothing is saved without the picture that is on its way: ${label}`,
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

    // At the door the pick-up person is known by it.
    const office = await enterOffice(page, site, 'frontDesk')
    const { people } = await office.families.search({ words: person.email })
    await visit(page, familyTab({ id: people[0]?.accountId as number, tab: 'children' }))
    await isShown(page, '.pick-up-photo')
    await isShown(page, '.family-child h2')
    await expectAccessible(page, 24)
  },
)
