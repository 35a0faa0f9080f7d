import type { Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { menu } from '#web/site/shell/menu.ts'
import { logOut } from './account-menu.ts'
import { expectAccessible } from './barriers.ts'
import { message } from './booking-dialog.ts'
import { addressOf, holdBack } from './calls-of-page.ts'
import { expect, reload, signedInTest, test, visit } from './site-test.ts'

/** Opens the main menu of ten items: on a narrow screen it is behind a button. */
async function openMenu(page: Page) {
  const folded = page.getByRole('button', { name: 'Menu', exact: true })
  if (await folded.isVisible()) await folded.click()
  return page.getByRole('navigation', { name: /^(Main|Menu)$/ }).filter({ visible: true })
}

// Proves SHELL-01 to SHELL-14, SHELL-16, SHELL-17, SHELL-21, SHELL-22, SHELL-25, SHELL-26,
// SHELL-28 to SHELL-34, SHELL-41.
test('menu, top bar and footer lead to every area', async ({ page, visitor }) => {
  const site = await visitor.content.siteSettings()
  await visit(page, '/home/about')
  const items = (await openMenu(page)).getByRole('link')
  await expect(items).toHaveText([
    ...['Home', 'About', 'Classes', 'Events & Camps', 'Class Packs'],
    ...['Parental Support', 'Parties', 'Private', 'Shop', 'Contact'],
  ])
  const addresses = ['home', 'about', 'classes', 'event', 'classPack', 'parent', 'party', 'bespoke', 'mall']
  for (const [index, address] of [...addresses, 'contact'].entries()) {
    await expect(items.nth(index)).toHaveAttribute('href', `/home/${address}`)
  }
  await expect(items.nth(1)).toHaveAttribute('aria-current', 'page')
  await items.getByText('Contact').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()

  const logo = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).first()
  await expect(logo.locator('img')).toHaveAttribute('src', new RegExp(`${site.logo}$`))
  const footer = page.getByRole('contentinfo')
  await expect(footer.locator('img').first()).toHaveAttribute('src', new RegExp(`${site.footerLogo}$`))
  for (const [name, address] of [
    ['Twitter', site.twitterUrl],
    ['Facebook', site.facebookUrl],
    ['Instagram', site.instagramUrl],
    ['FAQ', '/home/helpCenter'],
    ['Terms & Conditions', '/term'],
    ['Privacy Policy', '/term?type=privacy'],
    [site.contactPhone, `tel:${site.contactPhone.replaceAll(' ', '')}`],
  ] as const) {
    expect(address).toMatch(/\w/)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }
  await expect(footer).toContainText(site.contactAddress)
  // One strip on a phone, above the room of the bar.
  if ((page.viewportSize()?.width ?? 0) < 768) {
    expect((await footer.locator('.footer-columns').boundingBox())?.height).toBeLessThanOrEqual(160)
  }
  await footer.getByRole('link', { name: 'Terms & Conditions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Terms/ })).toBeVisible()

  for (const [name, address] of [
    ['Log in', '/login'],
    ['Sign up', '/register'],
    ['My Bookings', '/login'],
    ['Notifications', '/login'],
    ['Basket', '/login'],
  ] as const) {
    await visit(page, '/home/about')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: /^(Main|Menu)$/ })).toHaveCount(0)
  }
})

signedInTest('the greeting can be pressed before the name has loaded', async ({ page, person }) => {
  const come = await holdBack(page, addressOf(contract.accounts.profile))
  await visit(page, '/home/about')
  const greeting = page.getByRole('link', { name: /^Hi/ })
  await expect(greeting).toHaveText('Hi')
  const { width = 0, height = 0 } = (await greeting.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  come()
  await expect(greeting).toHaveText(`Hi, ${person.firstName}`)
})

// Proves SHELL-01, SHELL-15, SHELL-23 to SHELL-25, SHELL-27.
signedInTest(
  'a signed-in parent is greeted and can open the account’s menu',
  async ({ page, person, expectedComplaints }) => {
    await visit(page, '/home/about')
    const greeting = page.getByRole('link', { name: 'Hi, Robyn' })
    await expect(greeting).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Basket' }).click()
    await expect(page).toHaveURL(/\/home\/cart$/)
    await page.getByRole('link', { name: 'My Bookings' }).click()
    await expect(page).toHaveURL(/\/home\/userInfo\/orderList$/)
    await greeting.click()
    await expect(page).toHaveURL(/\/home\/userInfo\/user$/)
    // Waits for the account's page, because opening a page closes the menu.
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
    await expect((await openMenu(page)).getByRole('link')).toHaveCount(menu.length)
    await page.keyboard.press('Escape')

    const size = page.viewportSize() as { width: number; height: number }
    await person.api.accounts.editProfile({ firstName: 'Wilhelmina-Bartholomea-Clementine' })
    for (const width of [320, 768]) {
      await page.setViewportSize({ ...size, width })
      await visit(page, '/home/userInfo/user')
      await expect(page.getByRole('link', { name: 'Hi, Wilhelmina-Bartholomea-Clementine' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeInViewport({ ratio: 1 })
      const account = page.getByRole('navigation', { name: 'Your account' })
      await expect(account.getByRole('link', { name: 'Classes' })).toBeInViewport({ ratio: 1 })
      expect(await page.locator('html').evaluate(element => element.scrollWidth)).toBe(width)
    }
    await page.setViewportSize(size)

    await logOut(page, expectedComplaints)
    await visit(page, '/home/about')
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Hi, / })).toHaveCount(0)
  },
)

// Proves SHELL-36 to SHELL-40.
test('a visitor writes from the help popover; an error of the business is shown once', async ({
  page,
  visitor,
}) => {
  const articles = await visitor.content.articles()
  await visit(page, '/home/about')
  const help = page.getByRole('button', { name: 'Help', exact: true })
  const panel = page.getByRole('region', { name: 'Help and feedback' })
  await help.focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('link')).toHaveCount(articles.length)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(help).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeFocused()

  await panel.getByLabel('Your name').fill('Nadine Penrose')
  await panel.getByLabel('Email or phone').fill('nadine@example.test')
  await panel.getByLabel('Subject').fill('Pushchairs')
  await panel.getByRole('button', { name: 'Send' }).click()
  await expect(message(page, sentences.contentRequired)).toBeVisible()
  await expectAccessible(page)
  await reload(page)
  await help.click()
  await expect(panel.getByLabel('Your name')).toHaveValue('Nadine Penrose')
  await panel.getByLabel('Your message').fill('Is there a place to leave one?')
  const sending = page.waitForRequest(addressOf(contract.enquiries.sendFeedback))
  await panel.getByRole('button', { name: 'Send' }).click()
  const sent = await sending
  expect(sent.postDataJSON()).toEqual({
    name: 'Nadine Penrose',
    contact: 'nadine@example.test',
    title: 'Pushchairs',
    content: 'Is there a place to leave one?',
  })
  expect(await sent.headerValue('token')).toBe('')
  await expect(message(page, sentences.successful)).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(help).toBeFocused()

  // An article can be opened repeatedly.
  const title = articles[0]?.title ?? ''
  const article = page.getByRole('main').getByRole('group').filter({ hasText: title })
  for (const _time of ['first', 'second']) {
    await help.click()
    await panel.getByRole('link', { name: title }).click()
    await expect(article).toHaveAttribute('open')
    await article.getByText(title, { exact: true }).click()
    await expect(article).not.toHaveAttribute('open')
  }
})
