import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { logOut, openAccountMenu } from './account-menu.ts'
import { expectAccessible } from './barriers.ts'
import { message } from './booking-dialog.ts'
import { answerTo, changeAnswers, refuse, watchCalls } from './calls-of-page.ts'
import { expectMarked } from './form-notes.ts'
import { signInElsewhere, visitorsApi } from './people.ts'
import { expect, signedInTest, visit } from './site-test.ts'

// Proves ACC-01 to ACC-11.
signedInTest(
  'the account menu leads to every page, and logging out forgets the account',
  async ({ page, person, expectedComplaints }) => {
    const [wren, finch] = await person.api.children.list()
    await visit(page, '/home/userInfo/user')
    const menu = await openAccountMenu(page)
    await expect(menu.getByRole('link')).toHaveText([
      'Events orders',
      'Waiting lists',
      'Reward points',
      'Class pack',
      'Profile',
      'Change password',
      'Card',
      /Wren$/,
      /Finch$/,
      /Add child$/,
    ])
    const links = await menu.getByRole('link').all()
    expect(await Promise.all(links.map(link => link.getAttribute('href')))).toEqual([
      '/home/userInfo/eventOrder',
      '/home/userInfo/waiting',
      '/home/userInfo/integral',
      '/home/userInfo/package',
      '/home/userInfo/user',
      '/home/userInfo/changePwd',
      '/home/userInfo/card',
      `/home/userInfo/child?id=${wren?.id}`,
      `/home/userInfo/child?id=${finch?.id}`,
      '/home/userInfo/editChild',
    ])
    await menu.getByRole('link', { name: 'Wren' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wren Hart')
    await logOut(page, expectedComplaints)
    expect(await page.evaluate(() => localStorage.getItem('maypole.token'))).toBeNull()
  },
)

// Proves ACC-13 to ACC-25.
signedInTest('a parent changes their details, which only the server checks', async ({ page, person }) => {
  const rich = { rewardPoints: 17, credits: 4 }
  await changeAnswers(page, contract.accounts.profile, user => ({ ...user, ...rich }))
  const sent = watchCalls(page, contract.accounts.editProfile)
  await visit(page, '/home/userInfo/editUser')
  await expect(page.getByRole('main')).toContainText(`Your email address is ${person.email}`)
  await expect(page.getByLabel('Email')).toHaveCount(0)
  const buffer = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#1f6f45' } })
    .png()
    .toBuffer()
  const choose = (buffer: Buffer) =>
    page
      .getByLabel('Your picture', { exact: true })
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await choose(Buffer.from('<script>alert(1)</script>'))
  await expect(
    page.getByText('Please choose a photo or drawing as a JPEG, PNG, WebP or GIF file'),
  ).toBeVisible()
  const { path: avatar } = await answerTo(page, contract.content.uploadPicture, () => choose(buffer))
  const preview = page.locator('.picture-field img[src*="/uploads/"]')
  await expect
    .poll(() => preview.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessible(page)

  const details = {
    'First name': 'Robina',
    'Last name': 'Hartley',
    Mobile: '',
    'Address line 1': '3 Raleigh Steps',
    'Address line 2': 'Southville',
    Town: 'Bristol',
    Postcode: 'BS3 1QZ',
    'Note for the team': 'Wren is shy at first',
  }
  for (const [label, text] of Object.entries(details)) await page.getByLabel(label).fill(text)
  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(message(page, sentences.mobileRequired)).toBeVisible()
  expect(sent).toMatchObject([{ mobile: '' }])
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click()
  await expect(message(page, sentences.mobileRequired)).toBeHidden()

  await page.getByLabel('Mobile').fill('07700 900123')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(message(page, sentences.successful)).toBeVisible()
  expect(sent.at(-1)).toEqual({
    firstName: 'Robina',
    lastName: 'Hartley',
    avatar,
    addressLine1: '3 Raleigh Steps',
    addressLine2: 'Southville',
    town: 'Bristol',
    postcode: 'BS3 1QZ',
    note: 'Wren is shy at first',
    mobile: '07700 900123',
    before: expect.objectContaining({
      firstName: 'Robyn',
      lastName: 'Hart',
      mobile: person.mobile,
      note: '',
    }),
  })

  await expect(page).toHaveURL(/\/home\/userInfo\/user$/)
  await expect(page.getByRole('link', { name: 'Hi, Robina' })).toBeVisible()
  const shown = page.getByRole('main')
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Robina Hartley')
  await expect(shown.locator('img').last()).toHaveAttribute(
    'src',
    new RegExp(`${avatar.replace(/\.webp$/, '')}(-\\d+)?\\.webp$`),
  )
  expect(await factsOn(page)).toEqual({
    'First name': 'Robina',
    'Last name': 'Hartley',
    Email: person.email,
    Mobile: '07700 900123',
    'Address line 1': '3 Raleigh Steps',
    'Address line 2': 'Southville',
    Town: 'Bristol',
    Postcode: 'BS3 1QZ',
    'For the team': 'Wren is shy at first',
  })
  await expect(shown.getByRole('link', { name: '17 Reward points' })).toBeVisible()
  await expect(shown.getByRole('link', { name: '4 Class credits' })).toBeVisible()
  await expect(shown.getByRole('textbox')).toHaveCount(0)
})

signedInTest(
  'a parent’s new mobile is offered to children whose emergency contact has the old one',
  async ({ page, person }) => {
    const [wren, finch] = await person.api.children.list()
    if (!wren || !finch) throw new Error('Robyn has two children')
    const old = '+44 7700 900188'
    await person.api.accounts.editProfile({ mobile: old })
    const at = (mobile: string, { contacts: [one, two] }: typeof wren): typeof wren.contacts => [
      { ...one, mobile },
      { ...two, mobile },
    ]
    const another = { ...finch, contacts: at('07700 900177', finch) }
    await person.api.children.edit(another)

    await visit(page, '/home/userInfo/editUser')
    await page.getByLabel('Mobile').fill('07700 900999')
    await page.getByRole('button', { name: 'Save' }).click()
    const offer = page.getByRole('region', { name: 'Emergency contacts' })
    await expect(offer).toContainText(`your old number, ${old}`)
    await expect(offer.getByRole('listitem')).toHaveText(['Wren Hart'])
    await offer.getByRole('button', { name: 'Use 07700 900999 for Wren too' }).click()
    await expect(offer).toBeHidden()
    await expect(message(page, sentences.childEdited)).toBeVisible()

    const moved = { ...wren, contacts: at('07700 900999', wren) }
    expect(await person.api.children.list()).toEqual([moved, another])
  },
)

signedInTest(
  'a parent’s mobile in another format does not count as new',
  { tag: '@phone' },
  async ({ page, person }) => {
    await person.api.accounts.editProfile({ mobile: '+44 7700 900188' })
    await visit(page, '/home/userInfo/editUser')
    await page.getByLabel('Mobile').fill('07700 900188')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('definition').filter({ hasText: /^07700 900188$/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'My children' })).toContainText('Wren')
    await expect(page.getByRole('region', { name: 'Emergency contacts' })).toHaveCount(0)
  },
)

// Proves ACC-26 to ACC-28.
signedInTest('the page for saved cards keeps no card', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/home/userInfo/card')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Card')
  const calls: string[] = []
  page.on('request', request => calls.push(request.url()))
  await page.getByRole('button', { name: 'Add a card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a card' })
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  expect(await page.locator('body').textContent()).not.toMatch(/\p{Script=Han}/u)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toContainText('No card is kept here')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('No card is kept here')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('4242')
  const { accounts, children, content, notifications, productBasket } = contract
  const { profile } = accounts
  const loads = [profile, children.list, content.siteSettings, notifications.countUnread, productBasket.count]
  const others = calls.filter(url => url.includes('/api/') && !loads.some(({ path }) => url.endsWith(path)))
  expect(others).toEqual([])
})

// Proves PWD-01 to PWD-05.
signedInTest(
  'a password is changed by giving the old one',
  { tag: '@desk' },
  async ({ page, site, person }) => {
    const sent = watchCalls(page, contract.accounts.changePassword)
    await visit(page, '/home/userInfo/changePwd')
    const fill = async (old: string, fresh: string, confirmation: string) => {
      await page.getByLabel('Old password').fill(old)
      await page.getByLabel('New password').fill(fresh)
      await page.getByLabel('Confirm password').fill(confirmation)
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    await fill('', '', '')
    await expect(message(page, sentences.passwordRequired)).toBeVisible()
    await fill('not the old one', 'plums and pears', 'something else')
    await expect(message(page, sentences.oldPasswordWrong)).toBeVisible()
    await expectMarked(page.getByLabel('Old password'), sentences.oldPasswordWrong)
    await fill(person.password, 'plums and pears', 'plums and pears')
    await expect(message(page, sentences.successful)).toBeVisible()
    await expect(page.getByLabel('Old password')).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused()
    expect(sent).toEqual([
      { oldPassword: '', newPassword: '' },
      { oldPassword: 'not the old one', newPassword: 'plums and pears' },
      { oldPassword: person.password, newPassword: 'plums and pears' },
    ])
    const { email, password } = person
    await expect(visitorsApi(site).accounts.signIn({ email, password })).rejects.toThrow(sentences.wrongLogin)
    await signInElsewhere(site, { ...person, password: 'plums and pears' })
  },
)

signedInTest('details that fail to load can be loaded again', { tag: '@phone' }, async ({ page }) => {
  const letThrough = await refuse(page, contract.accounts.profile, 'Not now')
  await visit(page, '/home/userInfo/user')
  await expect(page.getByRole('heading', { name: 'That did not load' })).toBeVisible()
  await letThrough()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Robyn Hart')
})

/** Reads the names and values of the page's cards. */
async function factsOn(page: Page): Promise<Record<string, string>> {
  const facts = page.getByRole('main').locator('dl > div')
  const pairs = await facts.evaluateAll(all =>
    all.map(fact => [
      fact.querySelector('dt')?.textContent ?? '',
      fact.querySelector('dd')?.textContent ?? '',
    ]),
  )
  return Object.fromEntries(pairs)
}
